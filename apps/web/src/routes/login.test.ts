import { expect, it } from 'vitest'
import { Route } from './login.tsx'

const checked = (search: Record<string, unknown>) => {
  const { validateSearch } = Route.options
  return typeof validateSearch === 'function' ? validateSearch(search) : undefined
}

it('remembers a path of this site', () => {
  expect(checked({ from: '/dashboard/myOrders' })).toEqual({ from: '/dashboard/myOrders' })
})

// A key that were only left out would come through from the URL unchecked.
it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', 7, null])(
  'takes away %j',
  from => {
    expect(Object.entries(checked({ from }) ?? {})).toEqual([['from', undefined]])
  },
)
