import * as z from 'zod/mini'
import { AccountName, Role } from './account.ts'

/** Changes the name of the caller's account. What they have typed on their posts stays. */
export const ChangeNameInput = z.object({ name: AccountName })
export type ChangeNameInput = z.infer<typeof ChangeNameInput>
export const ChangeNameOutput = z.object({ name: z.string() })

/** Makes the caller, a buyer, a seller. */
export const StartSellingInput = z.object({})
/** `changed` is false for a seller. */
export const StartSellingOutput = z.object({ role: Role, changed: z.boolean() })
export type StartSellingOutput = z.infer<typeof StartSellingOutput>
