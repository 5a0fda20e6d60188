import type { Rule } from './fact.ts';
import { name, nameIn, shortValue, withField } from './facts-english.ts';

/** The most common statements about oneself, in the other languages that many users write. */
type Phrases = {
  name: string;
  home: string;
  job: string;
  employer: string;
  taste: string;
  health: string;
  birthday: string;
  family: string;
};

const pointing =
  '(?!(?:das|es|dich|sie|ihn|ça|cela|te|eso|esto|questo|quello|isso|isto|que tu|dass du|wenn|quando|quand)\\b)';

const languages: readonly Phrases[] = [
  {
    name: 'ich hei(?:ß|ss)e|mein name ist|ich werde (?=.{1,40} genannt)|man nennt mich',
    home: 'ich (?:wohne|lebe) (?:jetzt |derzeit )?in|ich bin (?:gerade |kürzlich )?nach(?=.{1,40} (?:gezogen|umgezogen))',
    job: 'ich arbeite als|ich bin von beruf',
    employer: 'ich arbeite (?:bei|für)',
    taste:
      'ich (?:mag|liebe|bevorzuge|trinke|esse|hasse|spiele|spreche|sammle|rauche)(?: (?:gerne?|sehr|am liebsten|immer|meistens|nur|keine?n?|nicht))*|mein(?:e)? lieblings',
    health: 'ich bin (?:allergisch gegen|vegetarier|veganer|schwanger|linkshänder|diabetiker)',
    birthday: 'mein geburtstag ist(?: am)?|ich (?:habe|hab) am(?=.{1,30} geburtstag)|ich bin am(?=.{1,40} geboren)',
    family:
      'mein(?:e)? (?:frau|mann|partner(?:in)?|freund(?:in)?|sohn|tochter|kind(?:er)?|bruder|schwester|mutter|vater|eltern|hund|katze) (?:ist|sind|hei(?:ß|ss)t|hei(?:ß|ss)en|hat|haben|wohnt|lebt|arbeitet)|ich habe (?:eine?n?|zwei|drei) (?:kind|kinder|sohn|söhne|tochter|töchter|bruder|schwester|hund|hunde|katze|katzen)|ich bin verheiratet',
  },
  {
    name: "je m['’]appelle|mon (?:nom|prénom) est|on m['’]appelle",
    home: "j['’]habite (?:maintenant )?(?:à|en|au|aux)|je vis (?:à|en|au|aux)|j['’]ai déménagé à",
    job: 'je travaille comme|je suis (?=(?:médecin|infirmi|professeur|enseignant|avocat|ingénieur|développeu|architecte|journaliste|boulang|cuisini|étudiant))',
    employer: 'je travaille (?:chez|pour)',
    taste:
      "j['’](?:aime|adore)|je (?:préfère|déteste|bois|mange|parle|joue|collectionne)|je n['’]aime pas|je ne (?:bois|mange|fume) pas",
    health: 'je suis (?:allergique (?:à|au|aux)|végétarien(?:ne)?|végane?|enceinte|gaucher|gauchère|diabétique)',
    birthday: 'mon anniversaire est(?: le)?|je suis née? le',
    family:
      "(?:ma (?:femme|fille|sœur|soeur|mère|copine)|mon (?:mari|fils|frère|père|copain|chien|chat)|mes (?:enfants|parents)) (?:est|sont|s['’]appelle|s['’]appellent|a|ont|habite|habitent|travaille)|j['’]ai (?:une?|deux|trois) (?:enfants?|fils|filles?|frères?|sœurs?|chiens?|chats?)|je suis mariée?",
  },
  {
    name: 'me llamo|mi nombre es',
    home: '(?:yo )?vivo (?:ahora )?en|me (?:he mudado|mudé) a',
    job: '(?:yo )?trabajo (?:como|de)',
    employer: '(?:yo )?trabajo (?:en|para)(?= \\p{Lu})',
    taste:
      '(?:a mí )?(?:no )?me (?:gustan?|encantan?)|(?:yo )?(?:prefiero|odio|bebo|tomo|detesto)|(?:yo )?no (?:como|bebo|fumo)',
    health: '(?:yo )?soy (?:alérgic[oa] a|vegetarian[oa]|vegan[oa]|diabétic[oa]|zurd[oa])',
    birthday: 'mi cumpleaños es(?: el)?|nací el',
    family:
      'mi (?:mujer|esposa|esposo|marido|hijo|hija|hermano|hermana|madre|padre|novio|novia|perro|perra|gato|gata) (?:es|está casad|se llama|tiene|vive|trabaja)|tengo (?:una?|un|dos|tres) (?:hij[oa]s?|herman[oa]s?|perr[oa]s?|gat[oa]s?)|estoy casad[oa]',
  },
  {
    name: 'mi chiamo|il mio nome è',
    home: '(?:io )?(?:abito|vivo) (?:adesso |ora )?(?:a|in|ad)|mi sono trasferit[oa] a',
    job: "(?:io )?lavoro come|faccio (?:il|la|l['’])",
    employer: '(?:io )?lavoro (?:per|da|alla|presso)(?= \\p{Lu})',
    taste:
      '(?:a me )?(?:non )?mi piac(?:e|ciono)|(?:io )?(?:preferisco|odio|bevo|adoro|amo|detesto)|(?:io )?non (?:mangio|bevo|fumo)',
    health: '(?:io )?sono (?:allergic[oa] a|vegetarian[oa]|vegan[oa]|diabetic[oa]|mancin[oa]|incinta)',
    birthday: 'il mio compleanno è(?: il)?|sono nat[oa] il',
    family:
      '(?:mia (?:moglie|figlia|sorella|madre|ragazza)|mio (?:marito|figlio|fratello|padre|ragazzo)|il mio (?:cane|gatto)) (?:è|si chiama|ha|vive|abita|lavora)|ho (?:un[oa]?|due|tre) (?:figli[oae]?|fratelli|fratello|sorelle|sorella|cani|cane|gatti|gatto)|sono sposat[oa]',
  },
  {
    name: '(?:o )?meu nome é|(?:eu )?me chamo|chamo-me',
    home: '(?:eu )?(?:moro|vivo) (?:agora )?(?:em|no|na)|(?:eu )?me mudei para|mudei-me para',
    job: '(?:eu )?trabalho como',
    employer: '(?:eu )?trabalho (?:na|no|para)(?= \\p{Lu})',
    taste:
      '(?:eu )?(?:não )?gosto (?:de|do|da|muito de)|(?:eu )?(?:prefiro|odeio|bebo|adoro|detesto)|(?:eu )?não (?:como|bebo|fumo)',
    health: '(?:eu )?sou (?:alérgic[oa] a|vegetarian[oa]|vegan[oa]|diabétic[oa]|canhot[oa])',
    birthday: '(?:o )?meu aniversário é(?: em| no dia)?|nasci (?:em|no dia)',
    family:
      '(?:a )?(?:minha (?:mulher|esposa|filha|irmã|mãe|namorada)|(?:o )?meu (?:marido|filho|irmão|pai|namorado|cachorro|cão|gato)) (?:é|se chama|tem|mora|vive|trabalha)|tenho (?:uma?|um|dois|duas|três) (?:filh[oa]s?|irmãos?|irmãs?|cachorros?|cães|gatos?)|sou casad[oa]',
  },
];

const tail = /\s(?:gezogen|umgezogen|geboren|geburtstag|genannt)$/i;
const valueIn = (text: string | undefined) =>
  shortValue(
    text
      ?.replace(tail, '')
      .replace(/\s(?:und|et|y|e|aber|mais|pero|ma|mas|weil|denn|porque|perché|parce que|mit|avec|con|com)\s.*$/i, ''),
  );
const placeIn = (text: string | undefined) => {
  const value = valueIn(text);
  return value && /^\p{Lu}/u.test(value) ? value : undefined;
};
const rule = (alternatives: string, read: (value: string | undefined) => ReturnType<Rule['read']>): Rule => ({
  pattern: new RegExp(`^(?:${alternatives})(?: |(?<=['’s]))${pointing}(.{2,120})$`, 'iu'),
  read: ([, value]) => read(value),
});

export const otherRules: readonly Rule[] = languages.flatMap((phrases) => [
  rule(phrases.name, (value) => name(nameIn(valueIn(value)))),
  rule(phrases.home, (value) => withField('home', 'home', placeIn(value))),
  rule(phrases.job, (value) => withField('work', 'job', valueIn(value))),
  rule(phrases.employer, (value) => withField('work', 'employer', placeIn(value))),
  rule(phrases.birthday, (value) => withField('date', 'birthday', valueIn(value))),
  rule(phrases.family, () => ({ kind: 'family' })),
  rule(phrases.taste, () => ({ kind: 'taste' })),
  { pattern: new RegExp(`^(?:${phrases.health})(?:$|[ ,]|(?<=[ùaà]))`, 'iu'), read: () => ({ kind: 'health' }) },
]);
