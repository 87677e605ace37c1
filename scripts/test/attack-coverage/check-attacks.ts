import { existsSync } from 'node:fs'
import path from 'node:path'
import { numberedTests } from './numbered-tests.ts'
import { readAttacks } from './read-attacks.ts'

/**
 * What is wrong with the page of attacks: a number that is left out or given twice, a row that says too little, a file
 * without a test of that number, a test whose number or file the page lacks. Empty when all is well.
 * @param root the folder that the document's paths start from
 */
export function checkAttacks(markdown: string, root: string): string[] {
  const attacks = readAttacks(markdown)
  const tests = numberedTests(root)
  const ofRows = attacks.flatMap(({ line, number, what, expected, files }, index) => {
    const findings: string[] = []
    if (number !== index + 1) findings.push(`where A${index + 1} is due stands A${number}`)
    if (what === '' || expected === '') findings.push(`A${number} says no attack, or no answer`)
    if (files.length === 0) findings.push(`no test for A${number}`)
    for (const file of files) {
      if (!existsSync(path.join(root, file))) findings.push(`there is no file ${file}`)
      else if (!tests.some(test => test.file === file && test.number === number))
        findings.push(`there is no test A${number} in ${file}`)
    }
    return findings.map(finding => `line ${line}: ${finding}`)
  })
  const ofTests = tests.flatMap(({ file, title, number }) => {
    if (number === null) return [`the test “${title}” in ${file} has no number`]
    const row = attacks.find(attack => attack.number === number)
    if (!row) return [`there is no row for A${number} of ${file}`]
    return row.files.includes(file) ? [] : [`line ${row.line}: A${number} has a test in ${file} too`]
  })
  return [...(attacks.length === 0 ? ['there is no row'] : []), ...ofRows, ...new Set(ofTests)]
}
