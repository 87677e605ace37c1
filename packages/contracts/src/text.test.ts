import { describe, expect, it } from 'vitest'
import { line, paragraph, storedText } from './text.ts'

const Name = line('Name is required', 10)

describe('line', () => {
  it('trims, and keeps what people write in their own script', () => {
    expect(Name.parse('  Ana Ćosić ')).toBe('Ana Ćosić')
    expect(Name.parse('李小龙')).toBe('李小龙')
    expect(Name.parse('नमस्ते')).toBe('नमस्ते')
    expect(Name.parse('👩🏽‍💻 1️⃣')).toBe('👩🏽‍💻 1️⃣')
  })

  it.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['a'.repeat(11), 'Use at most 10 characters'],
    ['a\0b', 'Use letters, digits and common signs only'],
    ['a\r\nb', 'Use letters, digits and common signs only'],
    ['a\u202Eb', 'Use letters, digits and common signs only'],
    ['a\uD800', 'Use letters, digits and common signs only'],
    [`a${'\u0301'.repeat(8)}`, 'Use letters, digits and common signs only'],
    [`a${'\u0301\u200D'.repeat(4)}\u0301`, 'Use letters, digits and common signs only'],
    ['Odd\uFFFD', 'Use letters, digits and common signs only'],
    ['a\u2028b', 'Use letters, digits and common signs only'],
    ['\u200B\u00AD', 'Name is required'],
    ['\u3164', 'Name is required'],
    ['\u034F', 'Name is required'],
  ])('refuses %j', (text, message) => {
    expect(Name.safeParse(text).error?.issues[0]?.message).toBe(message)
  })

  it('refuses what is not text', () => {
    expect(Name.safeParse({ not: '' }).error?.issues[0]?.message).toBe('Name is required')
  })
})

describe('paragraph', () => {
  it('keeps its line breaks and refuses other controls', () => {
    const Text = paragraph('Description is required', 100)
    expect(Text.parse('One.\n\nTwo.\t')).toBe('One.\n\nTwo.')
    expect(Text.safeParse('bell\u0007').success).toBe(false)
  })
})

describe('storedText', () => {
  it('takes a text as it is, and refuses what cannot be stored', () => {
    const Name = storedText(10)
    expect(Name.parse(' a\u202eb ')).toBe(' a\u202eb ')
    for (const text of ['\0', 'a\ud800', 'x'.repeat(11)]) expect(Name.safeParse(text).success).toBe(false)
  })
})
