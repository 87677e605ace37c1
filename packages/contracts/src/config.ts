import * as z from 'zod/mini'

/** Who runs the market; null where nobody has said so, as in the sandbox. */
const Operator = z.nullable(z.object({ name: z.string(), email: z.string(), address: z.optional(z.string()) }))

/** `GET /config.json`: what the web reads at start, so that one build serves every environment. */
export const WebConfig = z.object({
  identity: z.object({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** Set when the identity provider is the emulator. */
    emulatorUrl: z.optional(z.url()),
  }),
  cardPayments: z.object({ publishableKey: z.string(), scriptUrl: z.url() }),
  imageHost: z.object({
    /** Where the browser posts a picture; carries the host's public key. */
    uploadUrl: z.string(),
  }),
  operator: Operator,
})
export type WebConfig = z.infer<typeof WebConfig>
