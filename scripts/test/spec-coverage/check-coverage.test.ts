import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { checkCoverage } from './check-coverage.ts'

let root: string
const file = 'web/src/booking.test.tsx'

beforeEach(() => {
  root = temporaryFolder()
  mkdirSync(path.join(root, 'web/src'), { recursive: true })
  writeFileSync(path.join(root, 'web/src/roles.ts'), "export const roles = ['buyer', 'seller']")
  writeFileSync(
    path.join(root, 'web/src/money.test.ts'),
    "const read = <Text>(text: Text) => <number>text\ntest('reads cents', () => read('1'))",
  )
  writeFileSync(
    path.join(root, file),
    `import { roles } from './roles.ts'
    describe('the form', () => {
      it('wants a phone', () => render(<Form<Phone> value={1 as number} />))
      it('has a | in it', () => undefined)
      it.skip('is not run', () => undefined)
      it.each([{ state: 'SOLD' }])('refuses $state of %d', () => undefined)
      for (const role of roles) it(\`lets a \${role} in\`, () => undefined)
    })
    test.describe('in the browser', () => {
      test.use({ colorScheme: 'dark' })
      test.describe.serial('twice', () => test('works', async ({ page }) => page.goto('/')))
    })`,
  )
})

/** A document whose only row of section 1 names these tests; the other sections are in order. */
function documentOf(...tests: string[]): string {
  const good = `\`${file} › the form › wants a phone\``
  const others = [2, 3, 4, 5, 6, 7, 8, 9].map(number => `## ${number}. More\n\n| A sentence | ${good} |`)
  const head = '| The specification | Checked by |\n|---|---|'
  return `# Coverage\n\n## 1. First\n\n${head}\n| Phones are wanted | ${tests.join('<br>')} |\n\n${others.join('\n\n')}\n`
}

const check = (...tests: string[]) => checkCoverage(documentOf(...tests), root)

describe('the check of the specification’s coverage', () => {
  test('finds a test in a file without markup', () => {
    expect(check('`web/src/money.test.ts › reads cents`')).toEqual([])
  })

  test.each([
    'the form › wants a phone',
    'the form › has a \\| in it',
    'in the browser › twice › works',
    'the form › refuses SOLD of …',
    'the form › refuses … of …',
    'the form › lets a buyer in',
    'the form › lets a … in',
  ])('finds “%s”', title => {
    expect(check(`\`${file} › ${title}\``)).toEqual([])
  })

  test.each([
    ['a test that is not there', `${file} › the form › wants an email`],
    ['a group in the place of a test', `${file} › the form`],
    ['a test without its group', `${file} › wants a phone`],
    ['a file that is not there', 'web/src/gone.test.tsx › the form › wants a phone'],
    ['a file alone', file],
    ['a file that is no test', 'web/src/roles.ts › the form › wants a phone'],
    ['a test that is skipped', `${file} › the form › is not run`],
    ['a case that is no more', `${file} › the form › lets a visitor in`],
    ['another case of a table', `${file} › the form › refuses REMOVED of …`],
  ])('names %s', (_what, named) => {
    const [found, ...more] = check(`\`${file} › the form › wants a phone\``, `\`${named}\``)
    expect(found).toMatch(/^line 7: there is no test /)
    expect(found).toContain(named.split(' › ').at(-1))
    expect(more).toEqual([])
  })

  test('names a row without a test', () => {
    expect(check()).toEqual(['line 7: no test for “Phones are wanted”'])
    expect(check('a test in words')).toEqual(['line 7: no test for “Phones are wanted”'])
  })

  test('names a section without a row', () => {
    const document = documentOf(`\`${file} › the form › wants a phone\``).replace('## 9. More', '## More')
    expect(checkCoverage(document, root)).toEqual(['section 9 of the specification has no row'])
  })
})
