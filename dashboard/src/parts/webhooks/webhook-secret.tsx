import { CodeBlock } from "../../ui/code.tsx"
import { Fold, Folds } from "../../ui/fold.tsx"
import { SecretDialog } from "../keys/secret-dialog.tsx"

interface WebhookSecretProps {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
}

/** The secret that signs every request, shown once, with what the endpoint does with it. */
export function WebhookSecret({ title, secret, onClose }: WebhookSecretProps) {
  return (
    <SecretDialog onClose={onClose} secret={secret} title={title} what="secret">
      <p>
        Your endpoint checks each request with it. Store it with the secrets of your application, such as in the
        environment variable WEBHOOK_SECRET.
      </p>
      <Folds>
        <Fold note="verifyWebhook" title="How your endpoint checks a request">
          <CodeBlock code={verifySample} what="sample" />
        </Fold>
      </Folds>
    </SecretDialog>
  )
}

const verifySample = `import { verifyWebhook } from "@keyward/client"

app.post("/keyward", express.raw({ type: "application/json" }), async (request, response) => {
  const { type, data } = await verifyWebhook(request.body, request.headers, process.env.WEBHOOK_SECRET)
  // An event may come twice: skip a data.eventId that you have.
  response.sendStatus(204)
})`
