export type NewAccount = { uid: string; email: string; password: string; displayName: string; emailVerified?: boolean }

export type Session = { uid: string; idToken: string; refreshToken: string }

/** A code that was mailed and not used yet. */
export type MailedCode = { email: string; newEmail?: string; requestType: string; oobCode: string; oobLink: string }

type GooglePerson = { sub: string; email: string; name?: string }

type SignedIn = { localId: string; idToken: string; refreshToken: string }

const asSession = ({ localId, idToken, refreshToken }: SignedIn): Session => ({ uid: localId, idToken, refreshToken })

/**
 * A client of the emulator for tests and seeds, speaking the provider's REST API as its browser SDK does. A rejected call
 * throws an Error whose message is the provider's code, such as `EMAIL_EXISTS` or `INVALID_LOGIN_CREDENTIALS`.
 */
export const identityClient = (url: string, projectId = 'demo-second-ring') => {
  const call = async <T>(path: string, body: object | undefined, method = 'POST'): Promise<T> => {
    const authorization = path.includes('key=') ? {} : { authorization: 'Bearer owner' }
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: { ...authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as T & { error?: { message?: string } }
    if (!response.ok) throw new Error(answer.error?.message ?? `${path} answered ${response.status}`)
    return answer
  }
  const asBrowser = async (action: string, body: object): Promise<Session> => {
    const path = `identitytoolkit.googleapis.com/v1/accounts:${action}?key=sandbox`
    return asSession(await call<SignedIn>(path, { ...body, returnSecureToken: true }))
  }
  const accounts = `identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  const withKey = <T = object>(action: string, body: object) =>
    call<T>(`identitytoolkit.googleapis.com/v1/accounts:${action}?key=sandbox`, body)
  const readCodes = async (email: string): Promise<MailedCode[]> => {
    const { oobCodes } = await call<{ oobCodes: MailedCode[] }>(
      `emulator/v1/projects/${projectId}/oobCodes`,
      undefined,
      'GET',
    )
    return oobCodes.filter(code => (code.newEmail ?? code.email) === email.toLowerCase())
  }

  return {
    /** Makes those that are not there, found by uid; leaves the others as their people left them. */
    ensureAccounts: async (wanted: NewAccount[]): Promise<void> => {
      if (wanted.length === 0) return
      const uids = wanted.map(account => account.uid)
      const found = await call<{ users?: { localId: string }[] }>(`${accounts}:lookup`, { localId: uids })
      const present = new Set(found.users?.map(user => user.localId))
      for (const { uid, ...account } of wanted.filter(account => !present.has(account.uid))) {
        await call(accounts, { localId: uid, ...account })
      }
    },
    /** Signs a new person up with email and password. */
    signUp: (person: { email: string; password: string; displayName?: string }) => asBrowser('signUp', person),
    /** Signs a person in with email and password. */
    signIn: (email: string, password: string) => asBrowser('signInWithPassword', { email, password }),
    /** Signs a person in with a Google account, made up on the spot, and signs them up the first time. */
    signInWithGoogle: ({ sub, email, name }: GooglePerson) => {
      const claims = JSON.stringify({ sub, email, email_verified: true, ...(name === undefined ? {} : { name }) })
      const postBody = new URLSearchParams({ id_token: claims, providerId: 'google.com' }).toString()
      return asBrowser('signInWithIdp', { postBody, requestUri: 'http://localhost', returnIdpCredential: true })
    },
    /** Links a Google account, made up on the spot, to the account of whom an ID token is, as any client may. */
    linkGoogle: (idToken: string, { sub, email }: GooglePerson) => {
      const claims = JSON.stringify({ sub, email, email_verified: true })
      const postBody = new URLSearchParams({ id_token: claims, providerId: 'google.com' }).toString()
      return asBrowser('signInWithIdp', {
        idToken,
        postBody,
        requestUri: 'http://localhost',
        returnIdpCredential: true,
      })
    },
    /** Takes a way in, such as `google.com`, from the account of whom an ID token is. */
    unlink: (idToken: string, providerId: string) => withKey('update', { idToken, deleteProvider: [providerId] }),
    /** Trades a refresh token for a fresh ID token, as a browser does that comes back later. */
    refresh: async (refreshToken: string): Promise<string> => {
      const path = 'securetoken.googleapis.com/v1/token?key=sandbox'
      const answer = await call<{ id_token: string }>(path, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      return answer.id_token
    },
    /** Has a link mailed that proves the email of whom an ID token is. */
    mailProof: (idToken: string) => withKey('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }),
    /** Has a link mailed that sets a new password; an unknown address is answered likewise. */
    mailReset: (email: string) => withKey('sendOobCode', { requestType: 'PASSWORD_RESET', email }),
    /** Has a link mailed to a new address that makes it the account's. */
    mailChange: (idToken: string, newEmail: string) =>
      withKey('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }),
    /** The codes that were mailed to an address and not used yet, oldest first. */
    codesTo: readCodes,
    /** Follows a link that proves or changes an email. */
    applyCode: (oobCode: string) => withKey<{ email: string }>('update', { oobCode }),
    /** Follows a link that sets a new password. */
    resetPassword: (oobCode: string, newPassword: string) =>
      withKey<{ email: string }>('resetPassword', { oobCode, newPassword }),
    /** Changes email or password of whom an ID token is, as any client may. */
    change: (idToken: string, change: { email?: string; password?: string }) =>
      withKey('update', { idToken, ...change, returnSecureToken: true }),
    /** Proves the email of an account by the newest link that was mailed to it. */
    proveEmail: async (email: string): Promise<void> => {
      const code = (await readCodes(email)).findLast(each => each.requestType === 'VERIFY_EMAIL')
      if (!code) throw new Error(`No link was mailed to ${email}`)
      await withKey('update', { oobCode: code.oobCode })
    },
    /** Bars an account, as the provider's console does. */
    disable: (uid: string) => call<object>(`${accounts}:update`, { localId: uid, disableUser: true }),
    /** Ends every sign-in of an account until a time, in seconds, as the provider's console does. */
    revoke: (uid: string, validSince: number) =>
      call<object>(`${accounts}:update`, { localId: uid, validSince: String(validSince) }),
    /** Removes an account, as the provider's console does. */
    deleteAccount: (uid: string) => call<object>(`${accounts}:delete`, { localId: uid }),
    /** Removes every account of the project. */
    deleteAll: () => call<object>(`emulator/v1/projects/${projectId}/accounts`, undefined, 'DELETE'),
  }
}
