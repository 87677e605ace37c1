import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { inputsHash } from './inputs-hash.ts'

function sources(): string {
  const root = temporaryFolder()
  mkdirSync(path.join(root, 'src', 'inner'), { recursive: true })
  writeFileSync(path.join(root, 'src', 'a.ts'), 'a')
  writeFileSync(path.join(root, 'src', 'inner', 'b.ts'), 'b')
  writeFileSync(path.join(root, 'one.json'), '{}')
  return root
}
const hash = (root: string, extra = '') => inputsHash(root, ['src', 'one.json', 'absent'], extra)

test('is the same for the same content', async () => {
  expect(await hash(sources())).toBe(await hash(sources()))
})

test.each<[string, (root: string) => void]>([
  ['a file is edited', root => writeFileSync(path.join(root, 'src', 'inner', 'b.ts'), 'c')],
  ['a file is added', root => writeFileSync(path.join(root, 'src', 'c.ts'), '')],
  ['a file is renamed', root => renameSync(path.join(root, 'src', 'a.ts'), path.join(root, 'src', 'z.ts'))],
  ['a named file is edited', root => writeFileSync(path.join(root, 'one.json'), '[]')],
])('changes when %s', async (_what, change) => {
  const root = sources()
  const before = await hash(root)
  change(root)
  expect(await hash(root)).not.toBe(before)
})

test('changes with what else the result depends on', async () => {
  const root = sources()
  expect(await hash(root, 'other packages')).not.toBe(await hash(root))
})

test('does not look at tests, generated code and what was built', async () => {
  const root = sources()
  const before = await hash(root)
  writeFileSync(path.join(root, 'src', 'a.test.ts'), '')
  writeFileSync(path.join(root, 'src', 'route-tree.gen.ts'), '')
  mkdirSync(path.join(root, 'src', 'dist'))
  writeFileSync(path.join(root, 'src', 'dist', 'a.js'), '')
  expect(await hash(root)).toBe(before)
})
