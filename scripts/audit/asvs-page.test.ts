import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../bootstrap/repository.mjs'

const page = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8')
const attacks = readFileSync(path.join(root, 'docs/attacks.md'), 'utf8')

interface Requirement {
  number: string
  verdict: string
  how: string
}

const requirements = page.split('\n').flatMap((line): Requirement[] => {
  const [, number = '', , verdict = '', how = ''] = line.split('|').map(cell => cell.trim())
  return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, verdict, how }] : []
})

/** How many requirements of levels 1 and 2 each chapter of the ASVS 5.0.0 has. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

const attacksOf = (how: string) => [...how.matchAll(/\bA(\d+)\b/g)].map(([, number]) => Number(number))
const testsOf = (how: string) => [...how.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)

test('docs/asvs.md has every requirement of level 2, once', () => {
  expect(new Set(requirements.map(({ number }) => number)).size).toBe(requirements.length)
  const counts = chapters.map(
    (_, index) => requirements.filter(({ number }) => number.startsWith(`${index + 1}.`)).length,
  )
  expect(counts).toEqual(chapters)
})

test('docs/asvs.md counts its verdicts rightly', () => {
  const count = (verdict: string) => requirements.filter(requirement => requirement.verdict === verdict).length
  expect(count('met') + count('n/a') + count('not met')).toBe(requirements.length)
  expect(page).toMatch(
    new RegExp(`\\*\\*${count('met')} are met,\\s${count('n/a')} do not apply, ${count('not met')} are not met\\*\\*`),
  )
})

test('docs/asvs.md names a test for what is met, and a reason for the rest', () => {
  const lacking = requirements.filter(({ verdict, how }) =>
    verdict === 'met' ? attacksOf(how).length + testsOf(how).length === 0 : how === '',
  )
  expect(lacking.map(({ number }) => number)).toEqual([])
})

test('docs/asvs.md names tests that are there', () => {
  const all = requirements.map(({ how }) => how)
  expect(all.flatMap(testsOf).filter(file => !existsSync(path.join(root, file)))).toEqual([])
  expect(all.flatMap(attacksOf).filter(number => !attacks.includes(`\n| ${number} | `))).toEqual([])
})
