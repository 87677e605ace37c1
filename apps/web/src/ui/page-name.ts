const PRODUCT_NAME = 'Second Ring'

/** The head of a screen: its title is the screen's name followed by the product's. */
export function pageName(screen: string) {
  return { meta: [{ title: `${screen} | ${PRODUCT_NAME}` }] }
}
