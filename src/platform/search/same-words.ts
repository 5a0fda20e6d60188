/** Words for the same thing: British and American spellings, short forms, plain synonyms. */
const lines = `
mother mum mom mummy mommy
father dad daddy papa
grandmother grandma granny
grandfather grandpa grandad
child children kid
spouse wife husband
boss manager supervisor
colleague coworker
job profession occupation
company firm employer
salary income wage
flat apartment
town city
car vehicle automobile
bicycle bike
plane airplane aeroplane aircraft
flight flying fly
holiday vacation
film movie
doctor gp physician
medicine medication
ill sick
jog jogging run running
scared afraid
present gift
invoice bill
phone telephone
mobile cell cellphone
email mail
wifi internet
university college
photo picture photograph
begin start
buy purchase
favourite favorite
colour color
neighbour neighbor
tyre tire
grey gray
metre meter
kilometre kilometer km
licence license
programme program
centre center
theatre theater
jewellery jewelry
moustache mustache
pyjamas pajamas
autumn fall
football soccer
trousers pants
sweater jumper pullover
rubbish garbage trash
lift elevator
biscuit cookie
courgette zucchini
aubergine eggplant
coriander cilantro
fridge refrigerator
tv television
maths math mathematics
exam examination
lab laboratory
ad advert advertisement
gym fitness
pc computer laptop
emoji smiley
`;

const groups = new Map<string, string[]>();
for (const line of lines.trim().split('\n')) {
  const words = line.split(' ');
  for (const word of words) groups.set(word, [...(groups.get(word) ?? []), ...words.filter((other) => other !== word)]);
}

export const sameAs = (word: string): readonly string[] => groups.get(word) ?? [];
