import type { Account, Role } from '@second-ring/contracts/accounts/account'
import { render } from '@testing-library/react'
import { TRPCClientError } from '@trpc/client'
import { vi } from 'vitest'
import { isTransient, whyEnded } from '#api-client/errors.ts'
import { createQueryClient } from '#api-client/query-client.ts'
import { createClient, plainClient } from '#api-client/trpc.ts'
import { accessToken, sessionEnding, tokenBefore } from '#session/access-token.ts'
import type { Identity } from '#session/identity/identity.ts'
import { createSession } from '#session/session.ts'
import { App } from '#shell/app.tsx'
import { createAppRouter } from '#shell/router.ts'
import { nia } from './account-dependencies.ts'

/** What the server answers in a test: by the procedure's path, from its input. One without an answer never comes. */
export type Answers = Record<string, (input: never) => unknown>

interface Visit {
  path: string
  /** Who is signed in; nobody when it is left out. */
  role?: Role
  answers?: Answers
}

/** For tests: the whole site at a path, as main.tsx puts it together, on a server that is only `fetch`. */
export function openApp({ path, role, answers = {} }: Visit) {
  history.replaceState(null, '', path)
  document.title = ''
  const account: Account | undefined = role && {
    id: 'ben',
    email: 'ben@x.test',
    name: 'Ben',
    role,
    verified: false,
    emailVerified: true,
  }
  accessToken.store(account ? 'token' : null)
  const always = {
    'notices.unread': () => ({ unread: 0 }),
    'reports.open': () => ({ listings: 0 }),
    'cases.open': () => ({ open: 0, overdue: 0 }),
  }
  const answer = vi.fn(answerer({ 'accounts.me': () => account, ...always, ...answers }))
  vi.stubGlobal('fetch', answer)
  const identity = { ready: async () => nia, idToken: async () => 'proof', signOut: vi.fn(async () => undefined) }
  const session = createSession({
    loadIdentity: async () => identity as Partial<Identity> as Identity,
    exchange: (idToken, code, accessToken) =>
      plainClient.accounts.exchange.mutate({ idToken, ...(code && { code }) }, { context: { accessToken } }),
    readAccount: accessToken => plainClient.accounts.me.query(undefined, { context: { accessToken } }),
    token: { ...accessToken, expiry: () => Date.now() + 3_600_000 },
    signOut: accessToken => plainClient.accounts.signOut.mutate(undefined, { context: { accessToken } }),
    before: tokenBefore,
    ending: sessionEnding,
    whyEnded,
    now: Date.now,
    whenIdle: () => undefined,
    isTransient,
  })
  const queryClient = createQueryClient()
  const defaults = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })
  const client = createClient(session)
  const router = createAppRouter({ session, queryClient, client })
  session.onEnd(reason => {
    queryClient.clear()
    if (reason === 'lost') void router.invalidate()
  })
  render(<App session={session} queryClient={queryClient} client={client} router={router} />)
  void session.start()
  return { session, identity, router, queryClient, fetch: answer }
}

/** For tests that end on the error page: React and the router report on the console what it shows. */
export function expectCaughtErrors(): void {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined)
}

/** An error of the server, as it comes over the wire. */
export function refusal(message: string, domainCode: string, httpStatus: number): TRPCClientError<never> {
  return new TRPCClientError(message, { result: { error: { message, data: { domainCode, httpStatus } } } } as never)
}

function answerer(answers: Answers) {
  return async (url: string, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, location.origin)
    const inputs: Record<string, never> = JSON.parse(String(init?.body ?? searchParams.get('input') ?? '{}'))
    const paths = pathname.replace('/trpc/', '').split(',')
    const results = await Promise.all(paths.map((path, index) => answerOne(answers[path], inputs[index] as never)))
    return Response.json(results)
  }
}

async function answerOne(give: Answers[string] | undefined, input: never): Promise<unknown> {
  if (!give) return new Promise(() => undefined)
  try {
    return { result: { data: await give(input) } }
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error
    return { error: { code: -32_600, message: error.message, data: error.data } }
  }
}
