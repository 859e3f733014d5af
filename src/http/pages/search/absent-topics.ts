import type { SearchEntry } from "./entry.ts"

interface AbsentTopic {
  /** Says that Keyward does not have it, or what to use instead. */
  readonly title: string
  readonly text: string
  /** The page that comes nearest. */
  readonly path: string
  readonly words: string
}

/** What people look for and Keyward does not have. The search leads to the page that comes nearest, and says so. */
const absentTopics: readonly AbsentTopic[] = [
  {
    title: "Java and other languages",
    text: "There is no client for them. Call the HTTP API, as this example does with curl.",
    path: "/docs/examples/curl",
    words: "kotlin php ruby rust csharp dotnet net elixir swift scala sdk library client",
  },
  {
    title: "Terraform and other provisioning",
    text: "There is no provider. Create objects with the command line.",
    path: "/docs/cli",
    words: "pulumi ansible infrastructure iac provider",
  },
]

export async function absentTopicEntries(): Promise<readonly SearchEntry[]> {
  return absentTopics.map((topic) => ({ ...topic, kind: "absent", body: "" }))
}
