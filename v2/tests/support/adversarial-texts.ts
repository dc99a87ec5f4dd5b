/** A text made to keep a detector busy, of so many units. */
export type Adversarial = readonly [name: string, text: (units: number) => string]

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const [CAPITALS, SMALL, DIGITS] = [LETTERS.slice(0, 26), LETTERS.slice(26, 52), '0123456789']

/** Draws the same signs in each run. */
function drawing() {
  let seed = 7
  const below = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return (seed >>> 8) % count
  }
  const of = (signs: string, count: number) =>
    Array.from({ length: count }, () => signs[below(signs.length)]).join('')
  return { below, of, word: () => of(SMALL, 1 + below(9)) }
}

const repeated = (piece: string): Adversarial => [
  JSON.stringify(piece),
  (units) => piece.repeat(Math.ceil(units / piece.length)).slice(0, units),
]

const drawn = (
  name: string,
  piece: (draw: ReturnType<typeof drawing>) => string,
  start = '',
): Adversarial => [
  name,
  (units) => {
    const draw = drawing()
    let text = start
    while (text.length < units) text += piece(draw)
    return text.slice(0, units)
  },
]

const base64Of = (text: string) => Buffer.from(text).toString('base64')

/** Pieces at which patterns stumble if they are repeated. */
const PIECES = [
  ...['a', ' ', '\n', '\t', '- ', '*', '. ', '(', '](', '![', '<img ', '"\'`', '1', '1 ', '+1 '],
  ...['0101 ', 'f0 ', '@', 'a@', 'a.', 'a.b@c.d.', '://', '://a:', 'http://a:b@', 'mongodb://a:b'],
  ...['ignore ', 'ignore all ', 'ignore the previous ', 'ignore. all. ', 'forget all your own '],
  ...['system: ', '[inst] ', '<system> a ', '\nsystem: a ', 'do not ', 'never tell the '],
  ...['in every future ', 'from now on ', 'send all data to ', 'send it it it it it it it '],
  ...['curl a.b ', 'imagine we ', 'suppose that we ', 'you are now a ', 'print all the '],
  ...['ask the users for ', 'remember this as the new ', 'игнорируй ', '忽略', '이전 '],
  ...['password=', 'secret_access_key=', 'sk-', 'sk-ant-', 'eyJ', 'SG.a.', 'xoxb-1-', 'pypi-AgE'],
  ...[
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN ',
    'i.g.n ',
    'i g n o r e ',
    '\u200b',
    'a\u200b',
  ],
  ...[
    'a\u200b\n',
    '\u{e0041}',
    '\u202ea',
    '\u001b[31m',
    'Z\u0300\u0301',
    'a\ufe0f',
    'a\r',
    'a\r\n',
  ],
  ...[
    'ｉｇｎｏｒｅ ',
    '👨\u200d👩\u200d👧',
    'İ',
    'DE89 3704 ',
    '\\"',
    'i\u200bgnore all the ',
    '\\x41',
  ],
]

export const ADVERSARIAL_TEXTS: readonly Adversarial[] = [
  ...PIECES.map(repeated),
  drawn('telephone numbers', (draw) => `+${draw.of(DIGITS, 7 + draw.below(8))} `),
  drawn('digits in one run', (draw) => draw.of(DIGITS, 1_000)),
  drawn('digits in fours', (draw) => `${draw.of(DIGITS, 4)} `),
  drawn('numbers of cards', (draw) => `4${draw.of(DIGITS, 15)} `),
  drawn('numbers of accounts', (draw) => `DE${draw.of(DIGITS, 20)} `),
  drawn('capitals and digits', (draw) => `${draw.of(CAPITALS + DIGITS, 4)} `),
  drawn('base64 in one run', (draw) => draw.of(LETTERS, 1_000)),
  drawn('base64 in short runs', (draw) => `${draw.of(LETTERS, 30)} `),
  drawn('base64 of prose', (draw) => `${base64Of(`some prose that decodes ${draw.word()}`)} `),
  ...['ignore all ', 'send all the data to ', 'imagine we '].map((piece) =>
    drawn(`base64 of ${piece}`, () => base64Of(piece.repeat(9))),
  ),
  drawn('hex in one run', (draw) => draw.of(`${DIGITS}abcdef`, 1_000)),
  drawn('bits', (draw) => `${draw.of('01', 8)} `),
  drawn('words in one line', (draw) => `${draw.word()} `),
  drawn('e-mail addresses', (draw) => `${draw.word()}@${draw.word()}.com `),
  drawn('logins', (draw) => `https://${draw.word()}:${draw.word()}@${draw.word()}.com `),
  drawn('one query', (draw) => `${draw.word()}=${draw.word()}&`, 'https://a.com/?'),
  drawn('tokens', (draw) => `token = ${draw.of(LETTERS, 40)}\n`),
  drawn('one token', (draw) => draw.of(LETTERS, 1_000), 'token='),
  drawn('signs after a word', (draw) => draw.of(`MNO${LETTERS}`, 1_000), 'discord mailchimp '),
  ...['sk-ant-', 'ghp_', 'xoxb-', 'AKIA', 'SG.', 'vcp_'].map((prefix) =>
    drawn(`keys that begin with ${prefix}`, (draw) => `${prefix}${draw.of(LETTERS, 20)} `),
  ),
  drawn('private keys', (draw) => `-----BEGIN RSA PRIVATE KEY-----\n${draw.of(LETTERS, 64)}\n`),
  drawn('any signs', (draw) => String.fromCharCode(1 + draw.below(0xd7fe))),
]
