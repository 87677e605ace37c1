import { createServer } from 'node:http'
import { closeServer, listen, reachableHost } from '@second-ring/server-process/listen'
import { createEmulator, type ProjectState } from './emulator.ts'
import type { Journal } from './journal.ts'
import { sendMails } from './mails.ts'
import { outboxPage } from './outbox-page.ts'
import { storeAccounts } from './store-accounts.ts'

export type IdentityOptions = {
  /** 0, the default, picks a free one. */
  port?: number
  host?: string
  /** Where the accounts are stored, one JSON line a change; without it they live in memory. */
  dataFile?: string
  projectId?: string
  /** The product's page that mailed links lead to, such as `http://localhost:3000/account/action`. */
  actionUrl?: string
  /** The time of mailed links; the machine's by default. */
  now?: () => Date
}

export type IdentityServer = {
  /** For the browser: `connectAuthEmulator(auth, url)`. */
  url: string
  /** `host:port`, as FIREBASE_AUTH_EMULATOR_HOST wants it. */
  host: string
  projectId: string
  /** The page of the mails. */
  outboxUrl: string
  stop(): Promise<void>
}

const OUTBOX = '/outbox'

const openAccounts = async (state: ProjectState, dataFile: string | undefined): Promise<Journal | undefined> =>
  dataFile === undefined ? undefined : storeAccounts(state, dataFile)

/**
 * Starts the Firebase Auth emulator alone, in this process, with accounts that outlive it.
 * Throws an Error of one line when the port is taken.
 */
export const startFirebaseSandbox = async (options: IdentityOptions = {}): Promise<IdentityServer> => {
  const { port = 0, host = '127.0.0.1', dataFile, projectId = 'demo-second-ring', actionUrl, now } = options
  const { app, state, reject } = await createEmulator(projectId)
  let ownUrl = ''
  const mails = sendMails(state, { actionUrl, reject, ownUrl: () => ownUrl, ...(now && { now }) })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== OUTBOX) return app(request, response)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('cache-control', 'no-store')
    response.end(outboxPage(mails()))
  })
  // The port first: two starts on one file would overwrite each other. No request is read before the accounts are.
  const chosen = await listen(server, port, host)
  const address = `${reachableHost(host)}:${chosen}`
  ownUrl = `http://${address}`
  const journal = await openAccounts(state, dataFile).catch(async error => {
    await closeServer(server)
    throw error
  })
  return {
    url: ownUrl,
    host: address,
    projectId,
    outboxUrl: `${ownUrl}${OUTBOX}`,
    stop: async () => {
      await closeServer(server)
      journal?.close()
    },
  }
}
