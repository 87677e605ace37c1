import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { personName } from '../names.ts'
import { atMost } from '../text.ts'

/** The most that a mail server takes. */
const EMAIL_MAX_LENGTH = 254

export const roles = ['BUYER', 'SELLER', 'ADMIN'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The roles that a person may choose at sign-up; nothing a client sends makes an admin. */
export const SignUpRole = z.enum(['BUYER', 'SELLER'])
export type SignUpRole = z.infer<typeof SignUpRole>

/** What no email has, wherever it comes from: a form, a request or the identity provider. */
export const withoutSpaces = z.regex(/^[^\s\p{C}]*$/u, { error: 'An email address has no spaces in it', abort: true })

/** The email of an identity provider's sign-in. Any script may stand in it. */
export const SignInEmail = z.string().check(atMost(EMAIL_MAX_LENGTH), withoutSpaces, z.regex(/^[^@]+@[^@]+$/))

/** An email as it is stored and compared: trimmed and in lower case. */
export const Email = z
  .string('Email Address is required')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email Address is required'),
    atMost(EMAIL_MAX_LENGTH),
    withoutSpaces,
    z.email(),
  )

/** The signed-in person's own account. */
export const Account = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: Role,
  verified: z.boolean(),
  /** When it is deleted; only of an account whose deletion was asked for. */
  deletesAt: z.optional(Instant),
  /** Whether the identity provider knows that the email is theirs. */
  emailVerified: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const AccountName = personName('Name Address is required', NAME_MAX_LENGTH)
