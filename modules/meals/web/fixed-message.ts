import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"

/** Sends, and shows the screen's fixed message on failure, with the server's reason on the next line. */
export const withFixedMessage =
  <Input, Answer>(send: (input: Input) => Promise<Answer>, failed: string) =>
  (input: Input): Promise<Answer> =>
    send(input).catch((error: unknown) => {
      notify.error([failed, sentenceOf(error, "")].filter(Boolean).join("\n"))
      throw error
    })
