import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Context, createContext } from '#http/trpc/context.ts'
import type { ProcedureMeta } from '#http/trpc/procedures.ts'
import { BATCH_MAX, RPC_PREFIX } from '#http/trpc/wire.ts'
import { asksAnew, sendKept } from '#platform/kept-answer.ts'
import type { Platform } from '#platform/platform.ts'
import type { KeptAnswer } from '#platform/read-cache.ts'
import { platformFor } from '#platform/readers.ts'
import { observeCall } from '#platform/telemetry.ts'
import { appRouter } from './app-router.ts'

interface HotCall {
  path: string
  procedure: HotProcedure
  input: unknown
}

interface HotCalls {
  calls: HotCall[]
  isBatch: boolean
}

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown }
}

interface Procedure {
  _def: { meta?: ProcedureMeta; inputs: Schema[] }
}

interface HotProcedure {
  /** Null for a read of the caller's own. */
  topics: ProcedureMeta['topics'] | null
  read: ProcedureMeta['read']
  /** Of its contract. */
  input: Schema | undefined
}

// By path, which tRPC's types do not tell.
const procedures: object = appRouter._def.procedures
const hotProcedures = new Map<string, HotProcedure>()
for (const [path, { _def }] of Object.entries(procedures as Record<string, Procedure>)) {
  const { meta, inputs } = _def
  const { topics = null, read, isOwn } = meta ?? {}
  const [input] = inputs
  if (topics || isOwn) hotProcedures.set(path, { topics, read, input })
}

/**
 * Answers reads that are the same for everyone from what is kept of them, and some of the caller's own, without tRPC's own
 * way over HTTP. Whatever is not plainly such a read goes on to tRPC, and so does what has to be refused.
 */
export function answerHotReads(app: FastifyInstance, platform: Platform): void {
  app.addHook('preHandler', async (request, reply) => {
    const asked = request.method === 'GET' ? hotCallsOf(request) : null
    if (!asked) return
    if (asked.calls.some(({ procedure }) => procedure.topics === null)) return answerOwn(request, reply, asked)
    const isFresh = asksAnew(request)
    const context: Context = { platform, actor: null, requestId: request.id, address: request.ip }
    const reads = asked.calls.map(call => answerCall(context, { call, isFresh }))
    const answers = await Promise.all(reads).catch(() => null)
    const [first] = answers ?? []
    if (!answers || !first) return
    return sendKept(request, reply, asked.isBatch ? inOne(answers) : first)
  })

  async function answerOwn(request: FastifyRequest, reply: FastifyReply, { calls, isBatch }: HotCalls) {
    const { headers, id: requestId, ip: address } = request
    const caller = { authorization: headers.authorization, requestId, address }
    const context = await createContext(platform, caller).catch(() => null)
    if (!context?.actor) return
    const answers = await Promise.all(calls.map(call => envelope(context, call))).catch(() => null)
    if (!answers) return
    const bodies = answers.map(({ json }) => json).join(',')
    return reply.type('application/json; charset=utf-8').send(isBatch ? `[${bodies}]` : bodies)
  }
}

async function answerCall(ctx: Context, { call, isFresh }: { call: HotCall; isFresh: boolean }): Promise<KeptAnswer> {
  const { readCache, telemetry } = ctx.platform
  const startedAt = performance.now()
  let isKept = true
  const topics = call.procedure.topics?.(call.input) ?? []
  const answer = await readCache.answer(`${call.path} ${JSON.stringify(call.input)}`, {
    topics,
    isFresh,
    read() {
      isKept = false
      return envelope({ ...ctx, platform: platformFor(ctx.platform, { topics, isFresh }) }, call)
    },
  })
  // A call that is made is counted by its procedure.
  const seconds = (performance.now() - startedAt) / 1000
  if (isKept) telemetry.counters?.call({ name: call.path, outcome: 'OK', seconds })
  return answer
}

async function envelope(ctx: Context, call: HotCall) {
  const { read } = call.procedure
  const data = read ? await readPlainly(ctx, call, read) : await callWholly(ctx, call)
  return { json: JSON.stringify({ result: { data } }) }
}

/** Checks what comes as tRPC does, at once instead of step by step; the whole way costs a third more. */
function readPlainly(
  { platform }: Context,
  { path, procedure, input }: HotCall,
  read: NonNullable<ProcedureMeta['read']>,
) {
  const checked = procedure.input?.safeParse(input)
  if (checked && !checked.success) throw checked.error
  const work = () => read(platform, checked?.data as never)
  return observeCall(platform.telemetry, { name: path, work })
}

async function callWholly(ctx: Context, { path, input }: HotCall): Promise<unknown> {
  return callTRPCProcedure({
    router: appRouter,
    path,
    type: 'query',
    getRawInput: async () => input,
    ctx,
    signal: undefined,
    batchIndex: 0,
  })
}

function inOne(answers: KeptAnswer[]): KeptAnswer {
  const bodies = answers.map(({ body }) => (typeof body === 'string' ? Buffer.from(body) : body))
  const parts = bodies.flatMap((body, index) => (index === 0 ? [body] : [Buffer.from(','), body]))
  return { body: Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]), headers: {}, etag: null, rest: null }
}

/** The calls of a request that makes no others; null for any other request. */
function hotCallsOf({ url, query, headers }: FastifyRequest): HotCalls | null {
  const end = url.indexOf('?')
  const paths = url.slice(RPC_PREFIX.length + 1, end === -1 ? undefined : end).split(',')
  if (paths.length > BATCH_MAX || headers['trpc-accept'] !== undefined) return null
  const { input: text, batch, ...others } = query as Record<string, unknown>
  const isBatch = batch === '1'
  if (Object.keys(others).length > 0 || (batch !== undefined && !isBatch) || (!isBatch && paths.length > 1)) return null
  const input: unknown = typeof text === 'string' ? JSON.parse(text) : undefined
  const inputs = isBatch && typeof input === 'object' ? { ...input } : {}
  const calls: HotCall[] = []
  for (const [index, path] of paths.entries()) {
    const procedure = hotProcedures.get(path)
    if (!procedure) return null
    calls.push({ path, procedure, input: isBatch ? Reflect.get(inputs, index) : input })
  }
  return { calls, isBatch }
}
