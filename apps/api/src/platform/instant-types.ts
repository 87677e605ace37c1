import pg from 'pg'

const { TIMESTAMPTZ } = pg.types.builtins
const readDate: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ)

/** For statements of many rows: moments come as the ISO strings that are answered, without a Date for each in between. */
export const instantTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format): (text: string) => unknown {
    return oid === TIMESTAMPTZ ? instantOf : pg.types.getTypeParser(oid, format)
  },
}

/** `2026-11-21 07:05:09.5+00` is `2026-11-21T07:05:09.500Z`. Of another time zone than UTC it is read the long way. */
export function instantOf(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return isoOf(readDate(text))
  // The database leaves out zeros at the end, and the point before them.
  const thousandths = text[19] === '.' ? text.slice(20, Math.min(23, text.length - 3)).padEnd(3, '0') : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${thousandths}Z`
}

function isoOf(moment: unknown): string {
  if (moment instanceof Date) return moment.toISOString()
  throw new RangeError('This moment has no date')
}
