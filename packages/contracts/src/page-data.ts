/** The id of the element that holds what a rendered page has read, as JSON: a list of the keys and data of its queries. */
export const PAGE_DATA_ID = 'page-data'
