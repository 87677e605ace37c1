import { ID_PATTERN } from '@second-ring/contracts/id-pattern'
import { notFound } from '@tanstack/react-router'

/** The `params` of a route with an id in its path: what is no id is the not-found page, and nothing is asked for. */
export function idParam<Name extends string>(name: Name) {
  return {
    parse(params: Record<Name, string>): Record<Name, string> {
      if (!ID_PATTERN.test(params[name])) throw notFound()
      return params
    },
  }
}
