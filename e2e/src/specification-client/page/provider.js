// The identity provider, over its REST API. What it says of the user is stored, as its own script does; the password is
// for it alone.

async function askProvider(method, body) {
  const response = await fetch(`${settings.identityUrl}/accounts:${method}?key=${settings.identityKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error.message)
  return answer
}

const provider = {
  async signUp({ name, email, password }) {
    const { idToken } = await askProvider('signUp', { email, password })
    await askProvider('update', { idToken, displayName: name })
    return idToken
  },
  async logIn({ email, password }) {
    const { idToken, displayName } = await askProvider('signInWithPassword', { email, password })
    return { idToken, user: { email, displayName } }
  },
}

const authUser = () => JSON.parse(localStorage.getItem('authUser'))

function signOut() {
  localStorage.removeItem('authUser')
  localStorage.removeItem('accessToken')
}
