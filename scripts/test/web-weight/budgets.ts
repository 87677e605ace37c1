/** How much code the screen of a route may need first. */
export interface Budget {
  /** In bytes as brotli. */
  bytes: number
  /** Libraries that may come only when they are needed. */
  later: readonly string[]
  /** Of a page that comes rendered: its parts that follow by themselves, as modules below `src/`, and the weight with them. */
  rendered?: { parts: readonly string[]; bytes: number }
}

/** A file smaller than this is hardly worth its request, in bytes. */
export const SMALL_BYTES = 1000
/** How many such files there may be. */
export const SMALL_FILES = 16

/** To sign in, to pay, to listen to the server, to ask in a dialog, to say how something went, to name a browser. */
const LATER = ['firebase', '@firebase', '@stripe', 'eventsource', '@radix-ui', 'react-hot-toast', 'bowser']
const SCHEMAS = ['zod']
const FORMS = ['react-hook-form', '@hookform']

/** A page that comes rendered needs its shell first; its screen is a part, which follows. */
const rendered = (parts: string[], bytes: number) => ({
  bytes: 110_000,
  later: [...LATER, ...SCHEMAS, ...FORMS],
  rendered: { parts: [...parts, 'shell/site-footer.tsx'], bytes },
})
const notFound = { bytes: 117_000, later: [...LATER, ...SCHEMAS, ...FORMS] }
const list = { bytes: 126_000, later: notFound.later }
const form = { bytes: 150_500, later: LATER }
const dashboard = { bytes: 150_000, later: [...LATER, ...FORMS] }
/** A dashboard's screen that checks nothing by a schema until its forms are there. */
const plainDashboard = { bytes: 145_000, later: notFound.later }
/** One that is a form from the start. */
const dashboardForm = { bytes: 164_500, later: LATER }

/** Every route file with a screen, below `src/routes/`. */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  'index.tsx': rendered(['storefront/home-screen.tsx'], 129_500),
  '$.tsx': notFound,
  'about.tsx': rendered(['legal/about-page.tsx'], 119_500),
  'blog.$article.tsx': rendered(['blog/article-page.tsx'], 119_500),
  'blog.index.tsx': rendered(['blog/blog-page.tsx'], 119_500),
  'mails/unsubscribe.tsx': notFound,
  'privacy.tsx': rendered(['legal/privacy-page.tsx'], 119_500),
  'terms.tsx': rendered(['legal/terms-page.tsx'], 119_500),
  'phones.$categorySlug.tsx': rendered(['storefront/phones-screen.tsx'], 127_500),
  'sellers.$sellerId.tsx': rendered(['storefront/seller-screen.tsx'], 128_500),
  '_signed-in/singleCategories.$categoryId.tsx': list,
  'listings.$listingId.tsx': rendered(['storefront/listing-screen.tsx'], 131_500),
  'search.tsx': rendered(['search/search-page.tsx'], 147_500),
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
  '_signed-in/dashboard/_admin/cases.$orderId.tsx': plainDashboard,
  '_signed-in/dashboard/_admin/cases.index.tsx': dashboard,
  '_signed-in/dashboard/_admin/reports.tsx': dashboard,
  '_signed-in/dashboard/_admin/users.$userId.tsx': plainDashboard,
  '_signed-in/dashboard/_seller/AddProduct.tsx': dashboardForm,
  '_signed-in/dashboard/_seller/MyProducts.tsx': plainDashboard,
  '_signed-in/dashboard/_seller/earnings.tsx': dashboard,
  '_signed-in/dashboard/account.tsx': plainDashboard,
  '_signed-in/dashboard/favorites.tsx': dashboard,
  '_signed-in/dashboard/index.tsx': dashboard,
  '_signed-in/dashboard/myOrders.tsx': dashboard,
  '_signed-in/dashboard/orders.$orderId.tsx': plainDashboard,
  '_signed-in/dashboard/orders.$orderId_.invoice.tsx': dashboard,
  '_signed-in/dashboard/orders.$orderId_.receipt.tsx': dashboard,
  '_signed-in/dashboard/payment.$orderId.tsx': dashboard,
  '_signed-in/dashboard/savedSearches.tsx': dashboard,
}
