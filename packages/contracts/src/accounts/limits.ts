import * as z from 'zod/mini'
import { accountLimitNames, trustLevels } from '../account-limits.ts'

/** What the caller's account may do, by its trust level, and how much of it is used. */
export const MyLimitsOutput = z.object({
  level: z.enum(trustLevels),
  limits: z.array(
    z.object({
      name: z.enum(accountLimitNames),
      most: z.int(),
      /** Null for what is gathered instead of rejected. */
      used: z.nullable(z.int()),
      /** What the next level may; null at the last one. */
      next: z.nullable(z.int()),
    }),
  ),
})
export type MyLimits = z.infer<typeof MyLimitsOutput>
