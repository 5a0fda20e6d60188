import type { Reading, Rule } from './fact.ts';

// Every pattern begins at the start of a clause and repeats only fixed words, a fixed number of times.
const often =
  '(?:(?:really|also|always|usually|normally|typically|generally|mostly|mainly|only|often|absolutely|still|now|currently|quite|do|both|all|simply|totally|much) ){0,3}';
const not = '(?:(?:do|can|will) not (?:really |usually |normally )?)?';

const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
const someDate = new RegExp(
  `\\b(?:tomorrow|tonight|next (?:week|month|year|spring|summer|autumn|fall|winter|${weekdays})|this (?:weekend|spring|summer|autumn|fall|winter|${weekdays})|on (?:the )?(?:${weekdays}|\\d|${months})|in (?:${months}|\\d+ (?:days|weeks|months))|in (?:a|two|three|four|five|six) (?:days?|weeks?|months?)|until|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${months}|${months} \\d{1,2})\\b`,
  'i',
);
const everySoOften = new RegExp(
  `\\b(?:every (?:day|morning|evening|night|week|month|year|weekend|other|single|${weekdays})|on ${weekdays}s?\\b|daily|weekly|(?:once|twice|\\d times|three times) a (?:day|week|month|year)|in the (?:morning|evening)s?|at night|at \\d)`,
  'i',
);

/** Excludes sentences about what the person was just shown ("I like this"). */
const pointing =
  '(?!(?:it|this|that|these|those|you|your|yours|him|her|them|both|either|neither|one|what|how|when|where|why|who|which|so|to (?:know|ask|hear|say|see|admit|bother|interrupt|break|point|thank|mention|understand|get|use|add|change|make)|the (?:idea|answer|first|second|third|last|next|way|one|sound|look|look of|option|suggestion|result|joke|response|plan|code|error|new|old|same|fact))\\b)';

const ending =
  /[\s,;]*(?:,\s|\s(?:and|but|because|so|since|which|who|where|though|although|with|for|near|now|right now|these days|at the moment|again|last|as of)\s).*$|\s(?:now|again|too|as well|these days|at the moment|currently|recently)$/i;
const article = /^(?:an?|the|my|our|some|this|that|his|her|your|their|one|two)\b/i;

export function shortValue(text: string | undefined): string | undefined {
  const value =
    text
      ?.replace(ending, '')
      .replace(/[\s.,;!]+$/, '')
      .trim() ?? '';
  return value !== '' && value.length <= 80 ? value : undefined;
}
const placeIn = (text: string | undefined): string | undefined => {
  const value = shortValue(text);
  if (!value || !/^(?:the )?\p{Lu}/u.test(value) || /\d/.test(value)) return undefined;
  return value.split(' ').length <= 5 ? value : undefined;
};
export const withField = (kind: Reading['kind'], name: string, value: string | undefined, direct = false): Reading =>
  value ? { kind, field: { name, value }, direct } : { kind };

const noName =
  /^(?:not|an?|the|on|in|at|spelled|spelt|misspelled|pronounced|hard|difficult|important|irrelevant|unknown|private|secret|none|too|very|also|what|back|later|when|if|crazy|tomorrow|today|now|please|maybe|old|stupid|lazy|already|wrong|correct|missing|listed|there|it|this|that|something|anything|whatever|your|my)\b/i;
export function nameIn(text: string | undefined): string | undefined {
  const value = shortValue(text)?.replace(/^["“']|["”']$/g, '');
  if (!value || noName.test(value) || !/^\p{L}[\p{L}\p{M}'’ .-]{0,59}$/u.test(value)) return undefined;
  return value.split(' ').length <= 4 ? value : undefined;
}
const capitalised = (value: string | undefined) => (value && /^\p{Lu}/u.test(value) ? value : undefined);
export const name = (text: string | undefined): Reading | undefined =>
  text ? withField('name', 'name', text, true) : undefined;

/** Lasting attributes of a person, and the name of their profile field where it differs. */
const attributes: Record<string, string> = {
  'full name': 'name',
  city: 'home',
  town: 'home',
  'home address': 'address',
  'e-mail': 'email',
  'e-mail address': 'email',
  'email address': 'email',
  mail: 'email',
  'phone number': 'phone',
  telephone: 'phone',
  'telephone number': 'phone',
  'mobile number': 'phone',
  mobile: 'phone',
  profession: 'job',
  occupation: 'job',
  'job title': 'job',
  company: 'employer',
  'date of birth': 'birthday',
  'birth date': 'birthday',
  birthdate: 'birthday',
  timezone: 'time_zone',
  'mother tongue': 'native_language',
  'first language': 'native_language',
  hometown: 'home_town',
};
const attributeNames =
  'name|(?:full|first|last|middle|maiden|family|user) ?name|surname|nickname|birthday|birth ?date|date of birth|e-?mail(?: address)?|mail|(?:phone|mobile|telephone)(?: number)?|(?:home |postal )?address|city|town|home ?town|country|nationality|citizenship|job(?: title)?|profession|occupation|employer|company|(?:native|first) language|mother tongue|time ?zone|pronouns|height|(?:shoe|shirt|clothing|ring) size|blood (?:type|group)|diet|hobby|hobbies|(?:star|zodiac) sign|university|wedding anniversary|anniversary';
const passingValue =
  /^(?:(?:not|very|so|too|quite|a bit|still|also|just|really) )?(?:broken|wrong|late|here|ready|slow|boring|stressful|great|good|bad|fine|ok|okay|difficult|hard|easy|important|private|unknown|missing|not|coming|soon|today|tomorrow|below|above|attached|the same|different|full|invalid|changed|changing|\w+ing)\b/i;

const relatives =
  'wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|(?:step)?(?:son|daughter|brother|sister|mother|father|mom|mum|dad)s?|kids?|child|children|baby|twins?|siblings?|parents?|grand(?:mother|father|ma|pa|son|daughter|parents|child|children|kids)|aunt|uncle|cousins?|niece|nephew|(?:mother|father|brother|sister)-in-law|in-laws|dogs?|cats?|pets?|horse|rabbit|parrot|hamster|puppy|kitten|boss|manager|best friend|roommate|flatmate|neighbou?r|family|doctor|dentist|therapist';
const passingState =
  /\b(?:is|are|was|were) (?:(?:not|very|so|too|quite|a bit|still|also|just|really) )?(?:here|there|angry|asleep|busy|tired|sick|ill|home|late|back|away|upset|mad|happy|sad|fine|ok|okay|right|wrong|great|awesome|annoying|hungry|ready|gone|\w+ing)\b|\bhas (?:a (?:question|problem|cold)|just|been|to)\b|\b(?:says?|said|asks?|asked|wants?|wanted|thinks?|told|called me|needs?)\b/i;

const professions =
  'nurse|doctor|physician|surgeon|dentist|vet|veterinarian|teacher|professor|lecturer|student|lawyer|attorney|judge|notary|engineer|developer|programmer|designer|architect|carpenter|plumber|electrician|mechanic|baker|butcher|chef|cook|waiter|waitress|barista|bartender|farmer|gardener|florist|driver|pilot|sailor|captain|soldier|police officer|firefighter|paramedic|midwife|therapist|psychologist|psychiatrist|pharmacist|chemist|biologist|physicist|mathematician|scientist|researcher|economist|accountant|auditor|banker|trader|analyst|consultant|manager|director|founder|entrepreneur|salesperson|salesman|saleswoman|realtor|journalist|writer|author|editor|translator|interpreter|librarian|historian|musician|composer|singer|pianist|violinist|cellist|guitarist|drummer|actor|actress|dancer|painter|sculptor|photographer|filmmaker|illustrator|tailor|hairdresser|cleaner|janitor|secretary|receptionist|administrator|social worker|priest|pastor|tour guide|beekeeper|winemaker|brewer|blacksmith|welder|bricklayer|roofer|optician|physiotherapist|coach|trainer|data scientist';

const against = /^i (?:\w+ ){0,3}(?:not|never|hardly|rarely|hate|dislike|detest|loathe|avoid)\b/i;
/** Liking and disliking the same thing contradict each other; liking two things does not. */
const tasteTopic = (what: string, text: string) => ({
  name: what
    .toLowerCase()
    .replace(/^(?:to |the |an? |drinking |eating )/, '')
    .replace(/\s(?:a lot|very much|so much|most|best|at all|any ?more|better|now)$/, '')
    .trim(),
  says: against.test(text) ? 'no' : 'yes',
});
const manner =
  /^(?:black|white|plain|pure|with|without|strong|weak|sweet|iced|hot|cold|rare|medium|well[- ]done|decaf|no)\b/i;

const trait = /^(?:an?|my|only|mostly|the \p{Lu}|\p{Lu}|[\w-]+ (?:for|as|every|on|at)\b|[\p{L}+#.-]{2,20}$)/u;

const rule = (source: string, read: Rule['read']): Rule => ({ pattern: new RegExp(source, 'iu'), read });

export const englishRules: readonly Rule[] = [
  rule(
    `^(?:my (?:full )?name is|i am called|i go by|i am known as|(?:everyone|everybody|people|friends|they) calls? me|the name is)(?: called)? (.{1,80})$`,
    ([, value]) => name(nameIn(value)),
  ),
  rule('^(?:(?:please |just |you (?:can|may) )*call me) (.{1,60})$', ([, value]) => name(capitalised(nameIn(value)))),
  rule(
    `^my (favou?rite|preferred) ((?:[\\p{L}-]{1,30} ){0,2}[\\p{L}-]{1,30}) (?:is|are|has always been) (.{1,120})$`,
    ([, , what, value]) =>
      passingValue.test(value ?? '')
        ? undefined
        : withField('taste', `favourite_${what?.toLowerCase().replace(/[^\p{L}]+/gu, '_')}`, shortValue(value)),
  ),
  rule(`^my (${attributeNames}) (?:is|are) (?:on |at |the )?(.{1,120})$`, ([, what = '', value = '']) => {
    const key = what.toLowerCase();
    if (passingValue.test(value)) return undefined;
    const field = attributes[key] ?? key.replace(/[ -]+/g, '_');
    const kind = /birth|anniversary/.test(field) ? 'date' : /home|address|city/.test(field) ? 'home' : 'work';
    return withField(kind, field, shortValue(value));
  }),

  rule(`^i ${often}(?:live|reside|am living|am based) in (.{1,80})$`, ([, place = '']) =>
    placeIn(place) || article.test(place) ? withField('home', 'home', placeIn(place)) : undefined,
  ),
  rule(
    `^i (?:have )?(?:just |recently |now )?(?:moved|relocated)(?: back)?(?: from [\\p{L} ]{1,30})? to (.{1,80})$`,
    ([, place]) =>
      article.test(place ?? '') && !placeIn(place) ? undefined : withField('home', 'home', placeIn(place)),
  ),
  rule(`^i ${often}live (?:near|with|alone|on|at|outside|close to|next to) ?(.{0,80})$`, () => ({ kind: 'home' })),
  rule('^i (?:was born (?:and raised )?in|grew up in|am (?:originally )?from|come from) (.{1,60})$', ([, place]) =>
    placeIn(place) ? { kind: 'home' } : undefined,
  ),
  rule('^i was born (?:on|in) (.{1,40})$', ([, value = '']) =>
    new RegExp(`${months}|\\d`, 'i').test(value) && /[a-z]/i.test(value)
      ? withField('date', 'birthday', shortValue(value))
      : { kind: 'date' },
  ),

  rule(`^i ${often}work as (?:an? |the )?(.{2,80})$`, ([, value]) => withField('work', 'job', shortValue(value))),
  rule(`^i ${often}work (?:at|for) (.{2,80})$`, ([, value]) => {
    const employer = placeIn(value);
    return employer
      ? withField('work', 'employer', employer)
      : /^(?:an?|my|our)\b/i.test(value ?? '')
        ? { kind: 'work' }
        : undefined;
  }),
  rule(
    `^i ${often}work (?:from home|remotely|part[- ]time|full[- ]time|nights?|night shifts?|shifts|in (?!progress|this|that|the (?:code|file|function))).{0,80}$`,
    () => ({ kind: 'work' }),
  ),
  rule(`^i am (?:an? |the )((?:[\\p{L}-]{1,20} ){0,3}(?:${professions}))(?:$|[ ,])`, ([, value]) =>
    withField('work', 'job', shortValue(value)),
  ),
  rule('^i am (?:now )?(?:retired|self-employed|unemployed|a freelancer|freelance)\\b', () => ({ kind: 'work' })),
  rule(
    `^i ${often}(?:study|am studying|studied|teach|am learning|learn|graduated (?:from|in)|have a (?:degree|phd|master['s]*|bachelor['s]*) in) (?!this|that|it\\b|how|what|about this)(.{2,80})$`,
    () => ({ kind: 'work' }),
  ),

  rule(
    '^i (?:am|have been|became) (?:(?:an?|strictly|mostly|basically) )?(vegetarian|vegan|pescatarian|flexitarian)\\b',
    ([, value]) => withField('health', 'diet', value?.toLowerCase()),
  ),
  rule(
    '^i am (?:(?:very|severely|highly|also|badly|slightly) )?(?:allergic|intolerant|sensitive) to (.{2,100})$',
    () => ({ kind: 'health' }),
  ),
  rule(
    '^i am (?:(?:lactose|gluten|histamine|fructose)[- ]intolerant|diabetic|asthmatic|c(?:o)?eliac|pregnant|left-handed|colou?r[- ]?blind|deaf|blind|dyslexic|autistic|hard of hearing|afraid of \\p{L}|scared of \\p{L})',
    (_, text) =>
      /\b(?:afraid|scared) of (?:it|this|that|losing|breaking|making|the)\b/i.test(text)
        ? undefined
        : { kind: 'health' },
  ),
  rule(
    `^i (?:have|suffer from|was diagnosed with) (?:an? |the )?(?:[\\p{L}-]{1,20} ){0,3}(?:allergy|allergies|intolerance|diabetes|asthma|epilepsy|migraines?|arthritis|adhd|celiac disease|coeliac disease|high blood pressure|insomnia)\\b`,
    () => ({ kind: 'health' }),
  ),
  rule(
    `^i can not (?:eat|drink|have|digest|tolerate|swim|drive|wear|stand|take) ${pointing}(.{2,100})$`,
    ([, what = ''], text) =>
      /\bhave\b/i.test(text) && /^(?:more|any|too|access|an? )/i.test(what)
        ? undefined
        : { kind: 'health', topic: tasteTopic(what, text) },
  ),

  rule(
    `^i (?:have|have got|own|adopted) (?:an? |one |two |three |four |five |six |\\d+ |no )(?:[\\p{L}-]{1,20} ){0,3}(?:${relatives}|brothers?|sisters?|sons?|daughters?|rabbits?|parrots?|hamsters?|horses?|fish|chickens?|bees|garden|boat|motorbike|piano)\\b`,
    (_, text) => (/\b(?:question|problem|issue|error)\b/i.test(text) ? undefined : { kind: 'family' }),
  ),
  rule(
    '^i (?:am|got|have been) (?:happily |newly |recently |now )?(?:married|divorced|engaged|widowed|single|separated)\\b',
    () => ({ kind: 'family' }),
  ),
  rule(
    `^my ((?:[\\p{L}-]{1,20} )?(?:${relatives}))(?:'s (?:name|birthday))? (?:is|are|was|has|have|lives?|works?|likes?|loves?|hates?|prefers?|speaks?|plays?|stud(?:y|ies)|goes|go to|teaches|turns|does not|can not|was born|died|drinks?|eats?)\\b.{2,150}$`,
    (_, text) => (passingState.test(text) && !/'s (?:name|birthday) is\b/i.test(text) ? undefined : { kind: 'family' }),
  ),

  rule(
    `^i (?:take|drink|have|like|prefer|want|eat) my ((?:morning |afternoon |evening )?[\\p{L}-]{2,20}) (.{2,80})$`,
    ([, what = '', how = ''], text) =>
      /^(?:is|are|to|back|out|for|and|code|as soon)\b/i.test(how) ||
      /\b(?:time|place|code|money|turn|doubts|job|life|work|friends?)\b/i.test(what)
        ? /^i (?:like|prefer)/i.test(text)
          ? { kind: 'taste' }
          : undefined
        : { kind: 'taste', ...(manner.test(how) ? { topic: { name: `my ${what.toLowerCase()}`, says: how } } : {}) },
  ),
  rule(
    `^i ${often}(do not |can not |will not |never |hardly ever |rarely )?(?:really |usually |much )?(?:like|love|prefer|enjoy|adore|hate|dislike|detest|loathe|stand|drink|eat|smoke|avoid|fancy|am fond of|am into|am not into|appreciate) ${pointing}(.{2,120})$`,
    ([, , what = ''], text) => ({ kind: 'taste', topic: tasteTopic(what, text) }),
  ),
  rule('^i (?:do not |never )(?:drink|smoke|eat out|drive|cook|fly)$', () => ({ kind: 'taste' })),
  rule(`^i am (?:an? )?(?:big |huge |great |massive )?(?:fan|lover|supporter) of ${pointing}(.{2,80})$`, () => ({
    kind: 'taste',
  })),
  rule(
    `^i ${not}${often}(?:speak|am fluent in|play|collect|drive|ride|support|follow|wear|own|practi[sc]e|breed|keep|use|run|brew|bake|knit|sail|ski|surf) ${pointing}(?!into\\b|out of\\b|a (?:role|part)\\b|up\\b|through\\b|the (?:code|script|command|test|tests|program|following)\\b|getting\\b|having\\b|seeing\\b|in mind\\b)(.{2,120})$`,
    ([, what = ''], text) =>
      // A single use is no trait; a regular use is.
      /\b(?:tests?|code|scripts?|commands?|quer(?:y|ies)|builds?)\b/i.test(what) ||
      (/^i (?:use|run|keep|follow)\b/i.test(text) && !trait.test(what) && !everySoOften.test(what))
        ? undefined
        : { kind: 'habit' },
  ),
  rule(
    '^i take (?:the .{1,40}(?:train|bus|metro|tram|ferry|underground)|\\p{L}.{1,40} (?:every|for my|against)).{0,60}$',
    () => ({ kind: 'habit' }),
  ),
  rule(
    '^i (?:always|usually|never|normally|typically|rarely|hardly ever) (?!said|knew|asked|heard|saw|thought|mind|got|understood|wanted|had|did|meant|told|wonder|forget|get (?:this|an|the))\\p{L}{2,20} .{2,120}$',
    () => ({ kind: 'habit' }),
  ),
  rule(
    '^i (?:get up|wake up|go to (?:bed|the gym|church|school|work|yoga|choir)|run(?! (?:the|an?|tests|my)\\b)|swim|jog|cycle|meditate|exercise|train|commute|fast|walk|work out|volunteer)\\b.{2,100}$',
    (_, text) => (everySoOften.test(text) ? { kind: 'habit' } : undefined),
  ),

  rule(
    '^(?:i am (?:going|travell?ing|flying|moving|driving|visiting|meeting|getting|starting|leaving|running|having|planning|hosting|speaking|attending|taking|away|on holiday|on vacation|on leave|expecting)|i will|i have (?:an?|my)|i plan to|i intend to)\\b.{4,200}$',
    (_, text) =>
      someDate.test(text) &&
      !/\b(?:question|problem|issue|error|try|tell you|let you know|get back|call you|write you)\b/i.test(text)
        ? { kind: 'plan' }
        : undefined,
  ),
  rule(
    '^(?:my|our) (?:[\\p{L}-]{1,20} ){0,2}(?:flight|train|appointment|exam|interview|wedding|meeting|deadline|trip|holiday|vacation|surgery|operation|concert|conference|party|visit|presentation|lease|passport|visa|contract|move|due date)\\b.{2,150}$',
    (_, text) => (someDate.test(text) ? { kind: 'plan' } : undefined),
  ),
  rule(
    '^we (?:live|have (?:an?|two|three|four) (?:kids?|children|dogs?|cats?)|use|deploy|host|are (?:expecting|married|moving))\\b ?(?!it\\b|this\\b|that\\b|to\\b).{0,120}$',
    (_, text) =>
      /\bexpecting (?:it|this|that|an? (?:answer|reply|error))\b/i.test(text) ? undefined : { kind: 'family' },
  ),
];
