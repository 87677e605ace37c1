import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../bootstrap/repository.mjs'

const page = readFileSync(path.join(root, 'SECURITY.md'), 'utf8')
const inBackticks = [...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

test('SECURITY.md names tests that are there', () => {
  const named = inBackticks.filter(text => text.endsWith('.test.ts'))
  const missing = named.filter(text => globSync([text, `apps/api/src/${text}`], { cwd: root }).length === 0)
  expect(named.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

test('SECURITY.md names variables and commands that are there', () => {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8')
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const variables = inBackticks.filter(text => /^[A-Z]+(?:_[A-Z]+)+$/.test(text))
  const commands = inBackticks.flatMap(text => /^pnpm ([a-z:]+)$/.exec(text)?.[1] ?? [])
  expect(variables.filter(name => !example.includes(`#${name}=`))).toEqual([])
  expect(commands.filter(name => !(name in scripts))).toEqual([])
})
