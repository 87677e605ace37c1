const PRODUCT_NAME = 'Second Ring'

/** The head of a screen: its title is the screen's name followed by the product's. */
export function pageName(screen: string) {
  return { meta: [{ title: `${screen} | ${PRODUCT_NAME}` }] }
}

/** The same of what a loader has found, by its name; for what it has not found there is no screen. */
export function loadedName({ loaderData }: { loaderData?: { title: string } | undefined }) {
  return pageName(loaderData?.title ?? 'Page not found')
}
