import type { AppRouter } from '@second-ring/api/trpc-api/app-router'
import type { Account } from '@second-ring/contracts/accounts/account'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { ReactNode } from 'react'
import { createQueryClient } from '#api-client/query-client.ts'
import { TRPCProvider } from '#api-client/trpc.ts'
import type { Session, SessionState } from '#session/session.ts'
import { SessionContext } from '#session/session-context.ts'
import { Toasts } from '#shell/toasts.tsx'

/** What the API answers in a test: by the procedure's path, from its input. */
type Answers = Record<string, (input: never) => unknown>

const ben: Account = {
  id: 'ben',
  email: 'ben@x.test',
  name: 'Ben',
  role: 'BUYER',
  verified: false,
  emailVerified: true,
}

/** Renders what asks the API, signed in as `account`. A call that the test has no answer for fails. */
export function renderWithApi(content: ReactNode, answers: Answers, account: Account = ben): QueryClient {
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const client = createTRPCClient<AppRouter>({
    links: [
      () =>
        ({ op }) =>
          observable(observer => {
            answer(answers, op).then(
              data => {
                observer.next({ result: { type: 'data', data } })
                observer.complete()
              },
              error => observer.error(TRPCClientError.from(error as Error)),
            )
          }),
    ],
  })
  const state: SessionState = { status: 'signed-in', account }
  const session = { get: () => state, subscribe: () => () => undefined } as Partial<Session> as Session
  render(
    <SessionContext value={session}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          {content}
          <Toasts />
        </QueryClientProvider>
      </TRPCProvider>
    </SessionContext>,
  )
  return queryClient
}

async function answer(answers: Answers, { path, input }: { path: string; input: unknown }): Promise<unknown> {
  const give = answers[path]
  if (!give) throw new Error(`This test has no answer to ${path}`)
  return give(input as never)
}
