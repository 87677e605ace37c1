import type { RestAccessToken } from '@second-ring/contracts/accounts/rest'
import { DomainError, type ErrorCode } from '@second-ring/contracts/errors'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

const unknown: ErrorCode[] = ['ACCOUNT_MISSING', 'ACCOUNT_UNPROVEN', 'ACCOUNT_SUSPENDED']

/** Answers a token, or for someone whom the product does not know, or who is suspended, an empty one (403) with the reason. */
export async function answerAccessToken(
  reply: FastifyReply,
  issuing: Promise<string>,
): Promise<z.infer<typeof RestAccessToken>> {
  try {
    return { accessToken: await issuing }
  } catch (error) {
    if (!(error instanceof DomainError) || !unknown.includes(error.code)) throw error
    reply.code(403)
    return { accessToken: '', message: error.message, code: error.code }
  }
}
