import { CSPProvider } from "@base-ui/react/csp-provider"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { createRoot } from "react-dom/client"
import { queryClient } from "./queries.ts"
import { router } from "./router.tsx"
import "./theme.css"

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no place for the dashboard.")

createRoot(root).render(
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </CSPProvider>,
)
