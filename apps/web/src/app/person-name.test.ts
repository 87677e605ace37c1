import { expect, it } from 'vitest'
import { personName } from './person-name.ts'

it.each([
  ['Nia Cole', 'Nia Cole'],
  ['', 'Deleted user'],
  [' ', 'Deleted user'],
])('shows the name %j as %j', (name, shown) => expect(personName(name)).toBe(shown))
