import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'
import type { Deleted } from '@second-ring/contracts/wire'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

/** Answers a deletion as its clients read it: rejected by the rule of `code`, it is a 409 that counts nothing deleted. */
export async function deletion(
  reply: FastifyReply,
  work: Promise<unknown>,
  code: ErrorCode,
): Promise<z.infer<typeof Deleted>> {
  try {
    await work
    return { acknowledged: true, deletedCount: 1 }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== code) throw error
    reply.code(409)
    return { acknowledged: true, deletedCount: 0, message: error.message, code }
  }
}
