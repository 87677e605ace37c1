import * as z from 'zod/mini'

export const RefundState = z.enum(['REQUESTED', 'PENDING', 'SUCCEEDED', 'FAILED'])
export type RefundState = z.infer<typeof RefundState>
