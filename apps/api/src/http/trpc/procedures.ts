import type { Role } from '@second-ring/contracts/accounts/account'
import { weightOf } from '@second-ring/contracts/call-weights'
import { DomainError } from '@second-ring/contracts/errors'
import { AttemptInput } from '@second-ring/contracts/idempotency'
import { initTRPC } from '@trpc/server'
import { type Authentication, requireCaller } from '#identity/authenticate.ts'
import { AdminsOnlyError, type Caller } from '#identity/caller.ts'
import { recordRejection } from '#identity/record-rejection.ts'
import type { EventTopic } from '#platform/events.ts'
import { fingerprintOf } from '#platform/idempotency.ts'
import type { LimitBy } from '#platform/rate-limits.ts'
import { observeCall } from '#platform/telemetry.ts'
import { readShared } from '../response-cache.ts'
import type { Context } from './context.ts'
import { codeOf, describeError, toTrpcError } from './errors.ts'

/** What is known of a procedure beside its types. */
export interface ProcedureMeta {
  /** Whether its answers are the same for everyone. */
  isShared?: true
}

const trpc = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const { message, ...described } = describeError(error)
      const { code, httpStatus, path } = shape.data
      const mayBeCached = ctx?.sharing && httpStatus < 500
      return {
        message,
        code: shape.code,
        // What may be cached for everyone carries the id of nobody's request.
        data: { code, httpStatus, path, ...described, requestId: mayBeCached ? null : (ctx?.requestId ?? null) },
      }
    },
  })

export const router = trpc.router
export const mergeRouters = trpc.mergeRouters
export const createCallerFactory = trpc.createCallerFactory

const rejections = trpc.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { platform, caller, address } = ctx
  await recordRejection(platform, { call: path, caller, address, error: result.error.cause })
  throw toTrpcError(result.error)
})

const observed = trpc.middleware(({ ctx, path, meta, next }) => {
  ctx.sharing?.calls.push(path)
  // One answer of the caller's own makes all of a batch private.
  if (!meta?.isShared) ctx.sharing?.keepPrivate()
  return observeCall(ctx.platform.telemetry, {
    name: path,
    work: next,
    errorCodeOf: result => (result.ok ? null : codeOf(result.error)),
  })
})

// Whoever has changed something reads the change, whatever this process has cached.
const heard = trpc.middleware(async ({ ctx, type, next }) => {
  const result = await next()
  if (type === 'mutation' && result.ok) await ctx.platform.events.caughtUp()
  return result
})

// The use cases' transactions begin in it.
const inTurn = trpc.middleware(({ ctx, type, next }) =>
  type === 'mutation' && ctx.caller ? ctx.platform.rateLimits.inTurn(ctx.caller.id, next) : next(),
)

// The call itself is counted when it comes. What is cached does not come here, and so counts once.
const weighed = trpc.middleware(async ({ ctx, path, next }) => {
  const more = weightOf(path) - 1
  if (more > 0 && ctx.address !== undefined) await ctx.platform.rateLimits.countAddress('flood', ctx.address, more)
  return next()
})

/** Anyone. */
export const publicProcedure = trpc.procedure.use(observed).use(rejections).use(weighed).use(inTurn).use(heard)

/** Anyone, for reads that are the same for everyone: they read from `ctx.shared(topics)`, what they hang on. */
export const sharedProcedure = publicProcedure.meta({ isShared: true }).use(async ({ ctx, next }) => {
  let isDeclared = false
  const shared = (topics: EventTopic[]) => {
    isDeclared = true
    return readShared(ctx.platform, ctx.sharing, topics)
  }
  const result = await next({ ctx: { shared } })
  if (!isDeclared) ctx.sharing?.keepPrivate()
  return result
})

/** Anyone, as often as an address may; each call of a batch counts. */
export const limitedProcedure = (limit: LimitBy<'address'>) =>
  publicProcedure.use(async ({ ctx, next }) => {
    if (ctx.address !== undefined) await ctx.platform.rateLimits.countAddress(limit, ctx.address)
    return next()
  })

/** Anyone who is signed in. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) => next({ ctx: { caller: signedIn(ctx) } }))

/** Sellers. */
export const sellerProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { caller: withRole(ctx, 'SELLER') } }),
)

/** Those who answer for a sale: sellers and admins. */
export const staffProcedure = publicProcedure.use(({ ctx, next }) =>
  next({ ctx: { caller: withRole(ctx, 'SELLER', 'ADMIN') } }),
)

/** Admins. */
export const adminProcedure = publicProcedure.use(({ ctx, next }) => next({ ctx: { caller: withRole(ctx, 'ADMIN') } }))

/** A write of anyone who is signed in. Like every write, it may be repeated under a key. */
export const signedInMutation = signedInProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { caller: await attempting(ctx.caller, call) }, ...ownInput }))

/** A write of sellers. */
export const sellerMutation = sellerProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { caller: await attempting(ctx.caller, call) }, ...ownInput }))

/** A write of those who answer for a sale. */
export const staffMutation = staffProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { caller: await attempting(ctx.caller, call) }, ...ownInput }))

/** A write of admins. */
export const adminMutation = adminProcedure
  .input(AttemptInput)
  .use(async ({ ctx, next, ...call }) => next({ ctx: { caller: await attempting(ctx.caller, call) }, ...ownInput }))

// The use case is given what its own contract names; the key is the attempt's.
const ownInput = { input: {} }

interface AttemptedCall {
  path: string
  input: AttemptInput
  getRawInput(): Promise<unknown>
}

async function attempting(caller: Caller, { path, input, getRawInput }: AttemptedCall): Promise<Caller> {
  const { idempotencyKey: key } = input
  if (key === undefined) return caller
  const { idempotencyKey: _, ...given } = (await getRawInput()) as AttemptInput
  return { ...caller, attempt: { key, operation: path, fingerprint: fingerprintOf(given) } }
}

function signedIn(authentication: Authentication): Caller {
  return requireCaller(authentication, 'Sign in to go on.')
}

function withRole(authentication: Authentication, ...roles: Role[]): Caller {
  const someone = signedIn(authentication)
  if (roles.includes(someone.role)) return someone
  if (roles.every(role => role === 'ADMIN')) throw new AdminsOnlyError()
  throw new DomainError('FORBIDDEN', 'Your account is not allowed to do this.')
}
