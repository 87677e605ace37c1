import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'

/** An account as the emulator keeps it; only what is read here is spelt out. */
export type Account = {
  localId: string
  email?: string
  /** The one that RECOVER_EMAIL gives back. */
  initialEmail?: string
  validSince?: string
  /** In milliseconds since 1970. */
  lastLoginAt?: string
  providerUserInfo?: { providerId: string; rawId?: string }[]
}

/** Whose sign-in a refresh token is of. `extraClaims` are stored in the token. */
type RefreshRecord = { user: Account; provider: string; extraClaims?: Record<string, unknown> }

/** Moments of a new account: `lastLoginAt` in milliseconds, `validSince` in seconds since 1970. */
type NewAccountFields = { lastLoginAt?: string; validSince?: string }

export type CodeKind = 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'VERIFY_AND_CHANGE_EMAIL' | 'RECOVER_EMAIL' | 'EMAIL_SIGNIN'

/** An out-of-band code, which the provider mails in a link. */
export type Code = { email: string; newEmail?: string; requestType: CodeKind; oobCode: string; oobLink: string }

/** The emulator's state of one project: the part of firebase-tools' AgentProjectState that persistence and mails rest on. */
export type ProjectState = {
  /** Whether answers hide which addresses have an account. */
  enableImprovedEmailPrivacy: boolean
  createOob(
    email: string,
    newEmail: string | undefined,
    kind: CodeKind,
    generateLink: (oobCode: string) => string,
  ): Code
  validateOobCode(oobCode: string): Code | undefined
  deleteOobCode(oobCode: string): boolean
  createUserWithLocalId(localId: string, fields: NewAccountFields): Account | undefined
  overwriteUserWithLocalId(localId: string, fields: object): Account
  updateUserByLocalId(localId: string, fields: object, options?: { upsertProviders?: object[] }): Account
  /** Every change of an account ends in a call of this. */
  updateUserProviderInfo(account: Account, upsert: object[], remove: string[]): Account
  getUserByEmail(email: string): Account | undefined
  getUserByLocalId(localId: string): Account | undefined
  getUserByProviderRawId(providerId: string, rawId: string): Account | undefined
  createRefreshTokenFor(account: Account, provider: string, options?: Pick<RefreshRecord, 'extraClaims'>): string
  validateRefreshToken(refreshToken: string): RefreshRecord
  deleteUser(account: Account): void
  deleteAllAccounts(): void
  queryUsers(filter: object, options: object): Account[]
}

type Operations = { [name: string]: Operations | (() => unknown) }
type Path = { parameters?: { $ref?: string }[] }
type ApiSpec = { paths: Record<string, Path & Record<string, object>> }

type ServerModule = {
  createApp(projectId: string, mode: number, states: Map<string, ProjectState>): Promise<RequestListener>
}
type ErrorsModule = { BadRequestError: new (message: string) => Error }
type StateModule = { AgentProjectState: new (projectId: string) => ProjectState }

const refuseOtherProjects = 2

const implemented = (operations: Operations, method: object): boolean => {
  const id = 'operationId' in method && typeof method.operationId === 'string' ? method.operationId : ''
  let found: Operations | (() => unknown) | undefined = operations
  for (const name of id.split('.')) found = typeof found === 'object' ? found[name] : undefined
  return typeof found === 'function' || typeof found?._ === 'function'
}

/**
 * The emulator compiles a validator for each operation that Google ever published, which takes 3.5 s of its start. Those
 * that it does not implement, those of tenants, second factors and passkeys, and the query parameters that Google's APIs
 * have in common are left out: 0.5 s.
 */
const trim = (spec: ApiSpec, operations: Operations): void => {
  for (const [path, item] of Object.entries(spec.paths)) {
    const answers = Object.values(item).some(method => implemented(operations, method))
    if (!answers || /tenant|mfa|passkey/.test(path)) delete spec.paths[path]
    else item.parameters = item.parameters?.filter(parameter => parameter.$ref === undefined) ?? []
  }
}

/**
 * The emulator looks at the clock twice when someone signs up: when the second turns in between, the sign-in is older than
 * the account is valid, and its token counts as revoked.
 */
const signUpAtOneMoment = (state: ProjectState): void => {
  const { createUserWithLocalId } = state
  state.createUserWithLocalId = (localId, fields) => {
    const { lastLoginAt, validSince } = fields
    if (lastLoginAt === undefined || validSince === undefined) return createUserWithLocalId.call(state, localId, fields)
    const signedInAt = Math.floor(Number(lastLoginAt) / 1000)
    const bounded = { ...fields, validSince: String(Math.min(Number(validSince), signedInAt)) }
    return createUserWithLocalId.call(state, localId, bounded)
  }
}

const SIGNED_IN_AT = 'sandbox_signed_in_at'

/**
 * The emulator dates each ID token by the newest sign-in of its account. Here a refresh token names the time of its own
 * sign-in, and the ID tokens that it renews have that one. A refresh token from before is dated as ever.
 */
const dateBySignIn = (state: ProjectState): void => {
  const { createRefreshTokenFor, validateRefreshToken, updateUserByLocalId } = state
  // The emulator renews a token in one turn: it validates, updates the account, signs.
  let renewed: { localId: string; signedInAt: string } | undefined
  state.createRefreshTokenFor = (account, provider, options) => {
    const extraClaims = { ...options?.extraClaims, [SIGNED_IN_AT]: account.lastLoginAt }
    return createRefreshTokenFor.call(state, account, provider, { ...options, extraClaims })
  }
  state.validateRefreshToken = refreshToken => {
    const { extraClaims = {}, ...record } = validateRefreshToken.call(state, refreshToken)
    const { [SIGNED_IN_AT]: signedInAt, ...claims } = extraClaims
    renewed = typeof signedInAt === 'string' ? { localId: record.user.localId, signedInAt } : undefined
    return { ...record, extraClaims: claims }
  }
  state.updateUserByLocalId = (localId, fields, options) => {
    const account = updateUserByLocalId.call(state, localId, fields, options)
    const own = renewed
    renewed = undefined
    return own?.localId === localId ? { ...account, lastLoginAt: own.signedInAt } : account
  }
}

/** The emulator finds an account by a provider's id that another one has replaced there, and fails once it is deleted. */
const findByPresentLinks = (state: ProjectState): void => {
  state.getUserByProviderRawId = (providerId, rawId) =>
    state
      .queryUsers({}, {})
      .find(account => account.providerUserInfo?.some(link => link.providerId === providerId && link.rawId === rawId))
}

/**
 * The Firebase Auth emulator of firebase-tools, as a request listener without the rest of the emulator suite, and the
 * state behind it. It reaches for no network and writes no files. `reject` answers a call with the provider's error.
 */
export const createEmulator = async (
  projectId: string,
): Promise<{ app: RequestListener; state: ProjectState; reject(code: string): never }> => {
  const load = createRequire(import.meta.url)
  const { default: spec }: { default: ApiSpec } = load('firebase-tools/lib/emulator/auth/apiSpec.js')
  const { authOperations }: { authOperations: Operations } = load('firebase-tools/lib/emulator/auth/operations.js')
  const { AgentProjectState }: StateModule = load('firebase-tools/lib/emulator/auth/state.js')
  const { createApp }: ServerModule = load('firebase-tools/lib/emulator/auth/server.js')
  const { BadRequestError }: ErrorsModule = load('firebase-tools/lib/emulator/auth/errors.js')
  trim(spec, authOperations)
  const state = new AgentProjectState(projectId)
  // As in every project that was made since 2023.
  state.enableImprovedEmailPrivacy = true
  signUpAtOneMoment(state)
  dateBySignIn(state)
  findByPresentLinks(state)
  const app = await createApp(projectId, refuseOtherProjects, new Map([[projectId, state]]))
  const reject = (code: string): never => {
    throw new BadRequestError(code)
  }
  return { app, state, reject }
}
