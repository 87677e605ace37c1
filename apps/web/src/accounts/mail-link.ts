import * as z from 'zod/mini'

/** What a link of the identity provider's mails says; without both there is nothing to do. */
const MailLink = z.object({
  mode: z.catch(
    z.optional(z.enum(['verifyEmail', 'resetPassword', 'verifyAndChangeEmail', 'recoverEmail'])),
    undefined,
  ),
  oobCode: z.catch(z.optional(z.string()), undefined),
})
export type MailLink = z.infer<typeof MailLink>

export function readMailLink(search: unknown): MailLink {
  return MailLink.parse(search)
}
