export { browserPopupRedirectResolver, signInWithPopup } from 'firebase/auth'
