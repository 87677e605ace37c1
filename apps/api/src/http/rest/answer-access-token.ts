import type { RestAccessToken } from '@second-ring/contracts/accounts/rest'
import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

/** Answers a token, or for someone whom the product does not know an empty one (403) with the reason. */
export async function answerAccessToken(
  reply: FastifyReply,
  issuing: Promise<string>,
): Promise<z.infer<typeof RestAccessToken>> {
  try {
    return { accessToken: await issuing }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ACCOUNT_MISSING') throw error
    reply.code(403)
    return { accessToken: '', message: error.message, code: error.code }
  }
}
