// Which screen shows, for whom.

const signedIn = async () => authUser() !== null
const admin = async () => (await signedIn()) && (await calls.isAdmin(authUser().email))
const seller = async () => (await signedIn()) && (await calls.isSeller(authUser().email))

const screens = [
  { path: /^\/$/, screen: showHome },
  { path: /^\/signup$/, screen: showSignup },
  { path: /^\/login$/, screen: showLogin },
  { path: /^\/singleCategories\/(.+)$/, screen: showCategory, mayEnter: signedIn },
  { path: /^\/dashboard$/, screen: () => show('Welcome To Dashboard'), mayEnter: signedIn },
  { path: /^\/dashboard\/myOrders$/, screen: showMyOrders, mayEnter: signedIn },
  { path: /^\/dashboard\/payment\/(.+)$/, screen: showPayment, mayEnter: signedIn },
  { path: /^\/dashboard\/AddProduct$/, screen: showAddProduct, mayEnter: seller },
  { path: /^\/dashboard\/MyProducts$/, screen: showMyProducts, mayEnter: seller },
  { path: /^\/dashboard\/AllSellers$/, screen: showSellers, mayEnter: admin },
  { path: /^\/dashboard\/AllBuyers$/, screen: showBuyers, mayEnter: admin },
]

async function render() {
  const user = authUser()
  const links = user
    ? [link('/dashboard/myOrders', 'My orders'), button('Sign out', leave)]
    : [link('/login', 'Login'), link('/signup', 'Sign up')]
  document.querySelector('#menu').replaceChildren(link('/', 'Home'), ' ', ...links)
  const { path, screen, mayEnter } = screens.find(one => one.path.test(location.pathname)) ?? {}
  if (!screen) return show('404', "Sorry, we couldn't find this page.")
  try {
    if (mayEnter && !(await mayEnter())) return sendToLogin(location.pathname)
    await screen(path.exec(location.pathname)[1])
  } catch (error) {
    show('Oops! Something Went Wrong!', element('p', {}, error.message), button('Sign out & log in again', leave))
  }
}

/** Whoever fails a check is logged out; the login leads back to where they came from, in its place of the history. */
function sendToLogin(from) {
  signOut()
  history.replaceState({ from }, '', '/login')
  return render()
}

async function leave() {
  signOut()
  go('/login')
}

function go(path) {
  history.pushState(null, '', path)
  render()
}

addEventListener('popstate', render)
render()
