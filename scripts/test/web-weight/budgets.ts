/** How much code the screen of a route may need first. */
export interface Budget {
  /** In bytes as brotli. */
  bytes: number
  /** Libraries that may come only when they are needed. */
  later: readonly string[]
}

/** To sign in, to pay, to listen to the server, to ask in a dialog, to say how something went, to name a browser. */
const LATER = ['firebase', '@firebase', '@stripe', 'eventsource', '@radix-ui', 'react-hot-toast', 'bowser']
const SCHEMAS = ['zod']
const FORMS = ['react-hook-form', '@hookform']

const text = { bytes: 122_000, later: [...LATER, ...SCHEMAS, ...FORMS] }
const list = { bytes: 126_200, later: text.later }
const listing = { bytes: 130_300, later: text.later }
/** Its URL says what is shown: a schema checks it. */
const searched = { bytes: 146_400, later: [...LATER, ...FORMS] }
const form = { bytes: 155_000, later: LATER }
const dashboard = { bytes: 150_000, later: [...LATER, ...FORMS] }
/** A dashboard's screen that is a form from the start. */
const dashboardForm = { bytes: 161_500, later: LATER }

/** Every route file with a screen, below `src/routes/`. */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  'index.tsx': text,
  '$.tsx': text,
  'about.tsx': text,
  'blog.$article.tsx': text,
  'blog.index.tsx': text,
  'mails/unsubscribe.tsx': text,
  'privacy.tsx': text,
  'terms.tsx': text,
  'phones.$categorySlug.tsx': list,
  'sellers.$sellerId.tsx': list,
  '_signed-in/singleCategories.$categoryId.tsx': list,
  'listings.$listingId.tsx': listing,
  'search.tsx': searched,
  'account/action.tsx': form,
  'login.tsx': form,
  'signup.tsx': form,
  '_signed-in/dashboard/_admin/AllAdmins.tsx': dashboard,
  '_signed-in/dashboard/_admin/AllBuyers.tsx': dashboard,
  '_signed-in/dashboard/_admin/AllOrders.tsx': dashboard,
  '_signed-in/dashboard/_admin/AllSellers.tsx': dashboard,
  '_signed-in/dashboard/_admin/Categories.tsx': dashboard,
  '_signed-in/dashboard/_admin/FlaggedPrices.tsx': dashboard,
  '_signed-in/dashboard/_admin/Money.tsx': dashboard,
  '_signed-in/dashboard/_admin/audit.tsx': dashboard,
  '_signed-in/dashboard/_admin/bannedEmails.tsx': dashboard,
  '_signed-in/dashboard/_admin/cases.$orderId.tsx': dashboard,
  '_signed-in/dashboard/_admin/cases.index.tsx': dashboard,
  '_signed-in/dashboard/_admin/reports.tsx': dashboard,
  '_signed-in/dashboard/_admin/users.$userId.tsx': dashboard,
  '_signed-in/dashboard/_seller/AddProduct.tsx': dashboardForm,
  '_signed-in/dashboard/_seller/MyProducts.tsx': dashboard,
  '_signed-in/dashboard/_seller/earnings.tsx': dashboard,
  '_signed-in/dashboard/account.tsx': dashboardForm,
  '_signed-in/dashboard/favorites.tsx': dashboard,
  '_signed-in/dashboard/index.tsx': dashboard,
  '_signed-in/dashboard/myOrders.tsx': dashboard,
  '_signed-in/dashboard/orders.$orderId.tsx': dashboard,
  '_signed-in/dashboard/orders.$orderId_.invoice.tsx': dashboard,
  '_signed-in/dashboard/orders.$orderId_.receipt.tsx': dashboard,
  '_signed-in/dashboard/payment.$orderId.tsx': dashboard,
  '_signed-in/dashboard/savedSearches.tsx': dashboard,
}
