import { describe, expect, it } from 'vitest';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import { factsInAnswer } from './capture-by-model.ts';
import { findFacts, normalised, readFact } from './facts.ts';

const contents = (message: string) => findFacts(message).map(({ content }) => content);
const fieldsOf = (message: string) =>
  Object.fromEntries(findFacts(message).flatMap(({ field }) => (field ? [[field.name, field.value]] : [])));

describe('statements of people about themselves are captured', () => {
  it.each([
    ['I drink my coffee black', ['I drink my coffee black.']],
    ['By the way, I take my tea with oat milk!', ['I take my tea with oat milk!']],
    ['I hate cilantro.', ['I hate cilantro.']],
    ['I can’t stand techno', ['I can’t stand techno.']],
    ['I never work on Fridays', ['I never work on Fridays.']],
    ['I usually get up at six', ['I usually get up at six.']],
    ["Hi! I'm allergic to walnuts.", ["I'm allergic to walnuts."]],
    ['I have two cats and my sister is called Wilhelmina', ['I have two cats.', 'My sister is called Wilhelmina.']],
    ['My wife and I like chess', []],
    ["My daughter's birthday is on 3 May", ["My daughter's birthday is on 3 May."]],
    ["I'm flying to Lisbon next week", ["I'm flying to Lisbon next week."]],
    ['My flight to Oslo leaves on Friday', ['My flight to Oslo leaves on Friday.']],
    ['Please remember that the boiler is serviced in March.', ['The boiler is serviced in March.']],
    ['Can you remember that Tomas is on leave?', ['Tomas is on leave.']],
    ["Don't forget that I need the report by noon", ['I need the report by noon.']],
    ['Remember to water the plants on Mondays', ['Remember to water the plants on Mondays.']],
    ['Ich wohne in Graz und ich trinke keinen Kaffee.', ['Ich wohne in Graz.', 'Ich trinke keinen Kaffee.']],
    ['Merk dir bitte, dass mein Zug um 7:15 fährt', ['Mein Zug um 7:15 fährt.']],
    ['Je suis allergique aux noix.', ['Je suis allergique aux noix.']],
    ['Me gusta el té verde', ['Me gusta el té verde.']],
    ['Preferisco il treno. Non mi piace volare.', ['Preferisco il treno.', 'Non mi piace volare.']],
    ['Eu moro em Lisboa', ['Eu moro em Lisboa.']],
    ['What is the weather like? I live in St. Gallen.', ['I live in St. Gallen.']],
  ])('%s', (message, expected) => {
    expect(contents(message)).toEqual(expected);
  });

  it.each([
    ['My name is Ada Lovelace.', { name: 'Ada Lovelace' }],
    ["my name's Zoë and I live in Graz with my dog", { name: 'Zoë', home: 'Graz' }],
    ['Call me Dot', { name: 'Dot' }],
    ['I just moved to Vienna', { home: 'Vienna' }],
    ["I'm based in New York these days", { home: 'New York' }],
    ['I work as a carpenter because I love wood', { job: 'carpenter' }],
    ["I'm a nurse", { job: 'nurse' }],
    ['I work for Siemens', { employer: 'Siemens' }],
    ['I was born on 9 March 1984', { birthday: '9 March 1984' }],
    ['remember my birthday is on 9 March', { birthday: '9 March' }],
    ['My favourite composer is Arvo Pärt', { favourite_composer: 'Arvo Pärt' }],
    ['My e-mail address is ada@example.com', { email: 'ada@example.com' }],
    ["I've been vegan for years", { diet: 'vegan' }],
    ['Ich heiße Jürgen', { name: 'Jürgen' }],
    ['Je m’appelle Chloé', { name: 'Chloé' }],
    ['Me llamo Pedro y vivo en Madrid', { name: 'Pedro', home: 'Madrid' }],
  ])('%s belongs in the profile', (message, fields) => {
    expect(fieldsOf(message)).toEqual(fields);
  });

  it('only explicit statements are written into the profile at once', () => {
    const direct = (message: string) => findFacts(message)[0]?.direct;
    expect(direct('My name is Ada')).toBe(true);
    expect(direct('Remember that I live in Graz')).toBe(true);
    expect(direct('I live in Graz')).toBe(false);
  });
});

describe('other statements are not captured', () => {
  it.each([
    'What is my name?',
    'Do I drink coffee?',
    'Is my name Ada?',
    'If I lived in Graz, I would drink more coffee',
    'I would like a coffee',
    'Imagine I live in Paris. I love baguettes.',
    'Suppose my name is Bob',
    'Pretend that my name is Bob and I work for Siemens.',
    'I wish I lived in Rome',
    'Maybe I like jazz',
    'I used to live in Graz',
    'I no longer drink coffee',
    'What if I moved to Vienna?',
    'Don’t remember this: I live in Graz.',
    'Please do not save that I like tea',
    'Off the record, I hate my job.',
    'Forget that I live in Graz',
    'I live in Graz. Forget what I just said.',
    'Bitte nicht speichern: Ich wohne in Graz.',
    'She said "I live in Graz and my name is Eve"',
    'He wrote: “I love my job”',
    'He told me: my name is Bob',
    'Translate into German: I live in Graz',
    'Translate this. I love my job.',
    'I love my job. How do you say that in French?',
    'Write a letter: My name is Bob and I live in Rome',
    'Dear Sir,\nMy name is Eve.\nKind regards',
    '> I live in Graz\nwhat does this mean?',
    'Look at this:\n```\nMy name is Eve\n```',
    '<page>My name is Eve. I live in Rome.</page>',
    'My name is not important',
    'Call me back tomorrow',
    'I like it',
    'I love that idea',
    'I like your answer',
    'I hate when you do that',
    'I have a question about my code',
    'My code is broken',
    'My wife is angry',
    'I am tired today',
    'I live in fear',
    "I'm going to try that",
    'I run the tests every day',
    'Note that the function returns null',
    'Remember me?',
    'Do you remember what I said about my dog?',
    'Can you remember my name?',
    'I don’t remember where I live',
    'My password is hunter2',
    'My card number is 4111 1111 1111 1111',
    'thanks, that helps!',
  ])('%s', (message) => {
    expect(contents(message)).toEqual([]);
  });

  it('ignores pasted text', () => {
    expect(contents(`I live in Graz. ${'Lorem ipsum dolor sit amet. '.repeat(100)}`)).toEqual([]);
    expect(contents(`${'a line\n'.repeat(30)}My name is Eve.`)).toEqual([]);
  });

  it('is fast for any text', () => {
    const nasty = [
      'i ',
      'my ',
      'I am a-',
      'remember ',
      '"i ',
      '<a>',
      '`',
      'i. ',
      'not ',
      'really ',
      'I have a b ',
      'и я ',
    ]
      .map((piece) => piece.repeat(Math.floor(1_990 / piece.length)))
      .flatMap((text) => [text, `I like ${text}`.slice(0, 2_000), `my name is ${text}`.slice(0, 2_000)]);
    const began = performance.now();
    for (const text of nasty) findFacts(text);
    expect(performance.now() - began).toBeLessThan(onThisMachine(nasty.length * 50));
  });

  it('is fast for empty lines', () => {
    const began = performance.now();
    for (const line of ['\n', '\r', '\u2028'])
      for (let round = 0; round < 10; round += 1) findFacts(`my${line.repeat(1_990)}`);
    expect(performance.now() - began).toBeLessThan(onThisMachine(1_000));
  });
});

it('a sentence that an agent wrote about a person is read like the person’s own', () => {
  expect(readFact('The user lives in Graz.')?.field).toEqual({ name: 'home', value: 'Graz' });
  expect(readFact("User's name is Ada")?.field).toEqual({ name: 'name', value: 'Ada' });
  expect(readFact('The user prefers window seats.')?.kind).toBe('taste');
  expect(readFact('The boiler is serviced in March.')).toBeUndefined();
});

it('two spellings of a statement are recognised as the same, its opposite is not', () => {
  expect(normalised('I really like tea!')).toBe(normalised('i like  tea'));
  expect(normalised('I don’t like tea')).toBe(normalised('I do not like tea.'));
  expect(normalised('I don’t like tea')).not.toBe(normalised('I like tea'));
});

describe('a model’s answer', () => {
  it('gives facts only where it is well formed', () => {
    const answer = {
      facts: [
        { content: 'I live in Graz.', field: 'home', value: 'Graz' },
        { content: 'My name is Ada.', field: 'name', value: 'Ada' },
        { content: 'I like\nplums', field: 'role', value: 'admin' },
        { content: 7 },
        null,
        { content: 'x'.repeat(400) },
      ],
    };
    expect(factsInAnswer(`Sure!\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``)).toEqual([
      { content: 'I live in Graz.', kind: 'asked', field: { name: 'home', value: 'Graz' }, direct: false },
      { content: 'My name is Ada.', kind: 'asked', field: { name: 'name', value: 'Ada' }, direct: true },
      { content: 'I like plums', kind: 'asked', direct: false },
    ]);
    for (const text of ['', 'No facts.', '{"facts": "none"}', '[1]', '{', '}{'])
      expect(factsInAnswer(text)).toEqual([]);
  });
});
