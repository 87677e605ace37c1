import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * The `validateSearch` of a route whose schema comes with its screen: links are typed by the schema, and what is read from
 * the URL has no type until the screen parses it. With its schemas the first load would be 8 kB larger.
 */
export function uncheckedSearch<Search>() {
  return (search: Search & SearchSchemaInput): { [Name in keyof Search]: unknown } => search
}
