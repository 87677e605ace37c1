import { expect, it } from 'vitest'
import { iconPath } from './icon-path.ts'

it('begins each path where it begins alone, whatever stands before it', () => {
  const shapes = [
    ['path', { d: 'M18 6 6 18' }],
    ['path', { d: 'm6 6 12 12' }],
    ['path', { d: 'm9-3v4' }],
    ['path', { d: 'm2.5.5-1 1' }],
  ] as const
  expect(iconPath(shapes)).toBe('M18 6 6 18M6 6l12 12M9 -3v4M2.5 .5l-1 1')
})

it('makes paths of all other shapes', () => {
  expect(iconPath([['circle', { cx: '12', cy: '12', r: '10' }]])).toBe('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z')
  expect(iconPath([['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }]])).toBe('M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0z')
  expect(iconPath([['line', { x1: '1', y1: '2', x2: '3', y2: '4' }]])).toBe('M1 2L3 4')
  expect(iconPath([['polyline', { points: '1 2 3 4' }]])).toBe('M1 2 3 4')
  expect(iconPath([['rect', { x: '3', y: '4', width: '18', height: '16' }]])).toBe('M3 4h18v16h-18v-16z')
  expect(iconPath([['rect', { x: '2', y: '5', width: '20', height: '14', rx: '2' }]])).toBe(
    'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z',
  )
})

it('takes a filled dot for what its stroke shows, and refuses what it would draw otherwise', () => {
  expect(iconPath([['circle', { cx: '16.5', cy: '7.5', r: '.5', fill: 'currentColor' }]])).toBe(
    'M16 7.5a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0z',
  )
  expect(() => iconPath([['circle', { r: '4', fill: 'currentColor' }]])).toThrow('a circle of its own fill')
  expect(() => iconPath([['rect', { rx: '1', ry: '2' }]])).toThrow('uneven corners')
  expect(() => iconPath([['text', {}]])).toThrow('An icon with a text')
})
