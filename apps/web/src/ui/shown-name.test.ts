import { expect, it } from 'vitest'
import { shownName } from './shown-name.ts'

it.each([
  ['Nia Cole', 'Nia Cole'],
  ['', 'Deleted user'],
  [' ', 'Deleted user'],
])('shows the name %j as %j', (name, shown) => expect(shownName(name)).toBe(shown))
