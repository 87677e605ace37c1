// Sign-up and login. The access token is requested once, and stays as it is until the next login.

async function storeToken(user, idToken) {
  localStorage.setItem('authUser', JSON.stringify(user))
  const accessToken = await calls.accessToken(user.email, idToken)
  if (accessToken) localStorage.setItem('accessToken', accessToken)
}

function showSignup() {
  if (authUser()) return go('/')
  const roles = ['Buyer', 'Seller'].map(role => [role, role])
  const fields = [
    ['Name', 'name'],
    ['Email', 'email'],
    ['Account Type', 'role', { options: roles }],
    ['Password', 'password', { type: 'password' }],
  ]
  const send = async ({ name, email, role, password }) => {
    const idToken = await provider.signUp({ name, email, password })
    toast('User Created Successfully')
    if (!(await calls.recordUser({ name, email, role }, idToken))) return
    await storeToken({ email, displayName: name }, idToken)
    go('/')
  }
  show('Signup', form(fields, 'signup', send), link('/signup', 'Already have an account?'))
}

function showLogin() {
  const from = history.state?.from ?? '/'
  const fields = [
    ['Email', 'email'],
    ['Password', 'password', { type: 'password' }],
  ]
  const send = async credentials => {
    const { idToken, user } = await provider.logIn(credentials)
    await storeToken(user, idToken)
    toast('User Logged in')
    go(from)
  }
  show('Login', form(fields, 'Login', send))
}
