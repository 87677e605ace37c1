import type { Role } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import { AttemptInput } from '@second-ring/contracts/idempotency'
import { initTRPC } from '@trpc/server'
import type { Actor } from '#identity/actor.ts'
import type { EventTopic } from '#platform/events.ts'
import { fingerprintOf } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import type { LimitBy } from '#platform/rate-limits.ts'
import { observeCall } from '#platform/telemetry.ts'
import type { Context } from './context.ts'
import { codeOf, describeError, toTrpcError } from './errors.ts'

/** What is known of a procedure beside its types. */
export interface ProcedureMeta {
  /**
   * For a read that is the same for everyone: what its answer is read from, so that it may be kept until that changes.
   * @param input as it came, not yet checked
   */
  topics?: (input: unknown) => EventTopic[]
  /**
   * For such a read: the verb itself, to be called without what surrounds the calls of people. It answers what the
   * contract names and no more, for nothing is taken away from it.
   */
  read?: (platform: Platform, input: never) => Promise<unknown>
  /** For a read of the caller's own that is asked often: nothing of it is kept, but it too goes the short way. */
  isOwn?: true
}

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const { message, ...described } = describeError(error)
      const { code, httpStatus, path } = shape.data
      return {
        message,
        code: shape.code,
        data: { code, httpStatus, path, ...described, requestId: ctx?.requestId ?? null },
      }
    },
  })

export const router = trpc.router
export const mergeRouters = trpc.mergeRouters
export const createCallerFactory = trpc.createCallerFactory

const refusals = trpc.middleware(async ({ next }) => {
  const result = await next()
  if (!result.ok) throw toTrpcError(result.error)
  return result
})

const observed = trpc.middleware(({ ctx, path, next }) =>
  observeCall(ctx.platform.telemetry, {
    name: path,
    work: next,
    refusalOf: result => (result.ok ? null : codeOf(result.error)),
  }),
)

// Whoever has changed something finds it changed, whatever this process has kept.
const heard = trpc.middleware(async ({ ctx, type, next }) => {
  const result = await next()
  if (type === 'mutation' && result.ok) await ctx.platform.events.caughtUp()
  return result
})

/** Anyone. */
export const publicProcedure = trpc.procedure.use(observed).use(refusals).use(heard)

/** Anyone, as often as an address may; each call of a batch counts. */
export const limitedProcedure = (limit: LimitBy<'address'>) =>
  publicProcedure.use(async ({ ctx, next }) => {
    if (ctx.address !== undefined) await ctx.platform.rateLimits.countAddress(limit, ctx.address)
    return next()
  })

/** Anyone who is signed in. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) => next({ ctx: { actor: signedIn(ctx.actor) } }))

/** Sellers. */
export const sellerProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { actor: withRole(ctx.actor, 'SELLER') } }),
)

/** Those who answer for a sale: sellers and admins. */
export const staffProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { actor: withRole(ctx.actor, 'SELLER', 'ADMIN') } }),
)

/** Admins. */
export const adminProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { actor: withRole(ctx.actor, 'ADMIN') } }),
)

/** A write of anyone who is signed in. Like every write, it may be repeated under a key. */
export const signedInMutation = signedInProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { actor: await attempting(ctx.actor, call) }, ...ownInput }))

/** A write of sellers. */
export const sellerMutation = sellerProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { actor: await attempting(ctx.actor, call) }, ...ownInput }))

/** A write of those who answer for a sale. */
export const staffMutation = staffProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { actor: await attempting(ctx.actor, call) }, ...ownInput }))

/** A write of admins. */
export const adminMutation = adminProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { actor: await attempting(ctx.actor, call) }, ...ownInput }))

// The use case is given what its own contract names; the key is the attempt's.
const ownInput = { input: {} }

interface AttemptedCall {
  path: string
  input: AttemptInput
  getRawInput(): Promise<unknown>
}

async function attempting(actor: Actor, { path, input, getRawInput }: AttemptedCall): Promise<Actor> {
  const { idempotencyKey: key } = input
  if (key === undefined) return actor
  const { idempotencyKey: _, ...given } = (await getRawInput()) as AttemptInput
  return { ...actor, attempt: { key, operation: path, fingerprint: fingerprintOf(given) } }
}

function signedIn(actor: Actor | null): Actor {
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'Sign in to go on.')
  return actor
}

function withRole(actor: Actor | null, ...roles: Role[]): Actor {
  const someone = signedIn(actor)
  if (!roles.includes(someone.role)) throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
  return someone
}
