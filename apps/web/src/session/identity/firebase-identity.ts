import type { WebConfig } from '@second-ring/contracts/config'
import { initializeApp } from 'firebase/app'
import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  type User,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
import { loadChunk } from '#api-client/load-chunk.ts'
import type { ChooseGoogleAccount, Identity, MailedAction, Person } from './identity.ts'

/** The identity provider on Firebase's own SDK, against the real service or its emulator. */
export function createFirebaseIdentity(config: WebConfig['identity']): Identity {
  const { apiKey, authDomain, projectId, emulatorUrl } = config
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  const withGoogle = emulatorUrl ? signInAtEmulator : signInByPopup

  return {
    async ready() {
      await auth.authStateReady()
      return auth.currentUser && toPerson(auth.currentUser)
    },
    async signUp(email, password) {
      return toPerson((await createUserWithEmailAndPassword(auth, email, password)).user)
    },
    async setDisplayName(name) {
      if (auth.currentUser) await updateProfile(auth.currentUser, { displayName: name })
    },
    async signIn(email, password) {
      return toPerson((await signInWithEmailAndPassword(auth, email, password)).user)
    },
    async signInWithGoogle(choose) {
      return toPerson(await withGoogle(auth, choose))
    },
    async idToken(fresh = false) {
      return (await signedIn(auth)).getIdToken(fresh)
    },
    async signOut() {
      await signOut(auth)
    },
    async signIns() {
      const user = await signedIn(auth)
      await reload(user)
      return user.providerData.map(({ providerId, email }) => ({ providerId, email: email?.toLowerCase() ?? '' }))
    },
    async unlink(providerId) {
      await unlink(await signedIn(auth), providerId)
    },
    async isEmailProven() {
      const user = await signedIn(auth)
      await reload(user)
      return user.emailVerified
    },
    async mailProof() {
      await sendEmailVerification(await signedIn(auth))
    },
    async mailEmailChange(newEmail) {
      await verifyBeforeUpdateEmail(await signedIn(auth), newEmail)
    },
    async mailPasswordReset(email) {
      await sendPasswordResetEmail(auth, email)
    },
    async changePassword(newPassword) {
      await updatePassword(await signedIn(auth), newPassword)
    },
    async checkCode(code, action) {
      const { operation, data } = await checkActionCode(auth, code)
      if (operation !== operations[action] || !data.email)
        throw new Error('Firebase: Error (auth/invalid-action-code).')
      return data.email
    },
    async applyCode(code) {
      await applyActionCode(auth, code)
    },
    async setPasswordByCode(code, newPassword) {
      await confirmPasswordReset(auth, code, newPassword)
    },
  }
}

const operations: Record<MailedAction, string> = {
  verifyEmail: ActionCodeOperation.VERIFY_EMAIL,
  resetPassword: ActionCodeOperation.PASSWORD_RESET,
  verifyAndChangeEmail: ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL,
  recoverEmail: ActionCodeOperation.RECOVER_EMAIL,
}

/** Who is signed in, once the provider has read it: a page that was just opened may ask before. */
async function signedIn(auth: Auth): Promise<User> {
  await auth.authStateReady()
  if (!auth.currentUser) throw new Error('Nobody is signed in')
  return auth.currentUser
}

function toPerson(user: User): Person {
  return { uid: user.uid, email: user.email ?? '', displayName: user.displayName ?? '' }
}

// The popup's code loads Google's script, so it comes only with the real provider.
async function signInByPopup(auth: Auth): Promise<User> {
  const { browserPopupRedirectResolver, signInWithPopup } = await loadChunk(() => import('./firebase-popup.ts'))
  return (await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)).user
}

// The emulator takes an unsigned description of a Google account where Google's own window would give a signed one.
async function signInAtEmulator(auth: Auth, choose: ChooseGoogleAccount): Promise<User> {
  const account = await choose()
  if (!account) throw new Error('Firebase: Error (auth/popup-closed-by-user).')
  const email = account.email.trim().toLowerCase()
  const claims = JSON.stringify({ sub: `google-${email}`, email, email_verified: true, name: account.name })
  return (await signInWithCredential(auth, GoogleAuthProvider.credential(claims))).user
}
