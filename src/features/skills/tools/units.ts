import { ToolError } from '../../../kernel/tool-error.ts';
import type { SharedTool } from '../../tools/index.ts';

type Unit = { kind: string; factor: number; offset?: number; names: readonly string[] };

/** The factor to the kind's base unit; temperatures also have an offset. */
const units: readonly Unit[] = [
  { kind: 'length', factor: 0.001, names: ['mm', 'millimeter', 'millimetre'] },
  { kind: 'length', factor: 0.01, names: ['cm', 'centimeter', 'centimetre'] },
  { kind: 'length', factor: 1, names: ['m', 'meter', 'metre'] },
  { kind: 'length', factor: 1_000, names: ['km', 'kilometer', 'kilometre'] },
  { kind: 'length', factor: 0.0254, names: ['in', 'inch', 'inches'] },
  { kind: 'length', factor: 0.3048, names: ['ft', 'foot', 'feet'] },
  { kind: 'length', factor: 0.9144, names: ['yd', 'yard'] },
  { kind: 'length', factor: 1_609.344, names: ['mi', 'mile'] },
  { kind: 'length', factor: 1_852, names: ['nmi', 'nautical mile'] },
  { kind: 'mass', factor: 0.000001, names: ['mg', 'milligram'] },
  { kind: 'mass', factor: 0.001, names: ['g', 'gram'] },
  { kind: 'mass', factor: 1, names: ['kg', 'kilogram'] },
  { kind: 'mass', factor: 1_000, names: ['t', 'tonne', 'metric ton'] },
  { kind: 'mass', factor: 0.028349523125, names: ['oz', 'ounce'] },
  { kind: 'mass', factor: 0.45359237, names: ['lb', 'lbs', 'pound'] },
  { kind: 'mass', factor: 6.35029318, names: ['st', 'stone'] },
  { kind: 'mass', factor: 907.18474, names: ['short ton'] },
  { kind: 'volume', factor: 0.001, names: ['ml', 'milliliter', 'millilitre'] },
  { kind: 'volume', factor: 0.01, names: ['cl', 'centiliter', 'centilitre'] },
  { kind: 'volume', factor: 1, names: ['l', 'liter', 'litre'] },
  { kind: 'volume', factor: 1_000, names: ['m3', 'm³', 'cubic meter', 'cubic metre'] },
  { kind: 'volume', factor: 0.00492892159375, names: ['tsp', 'teaspoon'] },
  { kind: 'volume', factor: 0.01478676478125, names: ['tbsp', 'tablespoon'] },
  { kind: 'volume', factor: 0.0295735295625, names: ['fl oz', 'fluid ounce'] },
  { kind: 'volume', factor: 0.2365882365, names: ['cup'] },
  { kind: 'volume', factor: 0.473176473, names: ['pt', 'pint'] },
  { kind: 'volume', factor: 0.946352946, names: ['qt', 'quart'] },
  { kind: 'volume', factor: 3.785411784, names: ['gal', 'gallon'] },
  { kind: 'volume', factor: 4.54609, names: ['imperial gallon'] },
  { kind: 'area', factor: 0.0001, names: ['cm2', 'cm²', 'square centimeter', 'square centimetre'] },
  { kind: 'area', factor: 1, names: ['m2', 'm²', 'square meter', 'square metre'] },
  { kind: 'area', factor: 10_000, names: ['ha', 'hectare'] },
  { kind: 'area', factor: 1_000_000, names: ['km2', 'km²', 'square kilometer', 'square kilometre'] },
  { kind: 'area', factor: 0.09290304, names: ['ft2', 'ft²', 'square foot', 'square feet'] },
  { kind: 'area', factor: 4_046.8564224, names: ['ac', 'acre'] },
  { kind: 'area', factor: 2_589_988.110336, names: ['mi2', 'mi²', 'square mile'] },
  { kind: 'speed', factor: 1, names: ['m/s', 'meters per second', 'metres per second'] },
  { kind: 'speed', factor: 1 / 3.6, names: ['km/h', 'kmh', 'kph', 'kilometers per hour', 'kilometres per hour'] },
  { kind: 'speed', factor: 0.44704, names: ['mph', 'miles per hour'] },
  { kind: 'speed', factor: 1_852 / 3_600, names: ['kn', 'knot'] },
  { kind: 'time', factor: 0.001, names: ['ms', 'millisecond'] },
  { kind: 'time', factor: 1, names: ['s', 'sec', 'second'] },
  { kind: 'time', factor: 60, names: ['min', 'minute'] },
  { kind: 'time', factor: 3_600, names: ['h', 'hr', 'hour'] },
  { kind: 'time', factor: 86_400, names: ['d', 'day'] },
  { kind: 'time', factor: 604_800, names: ['wk', 'week'] },
  { kind: 'data', factor: 0.125, names: ['bit'] },
  { kind: 'data', factor: 1, names: ['b', 'byte'] },
  { kind: 'data', factor: 1e3, names: ['kb', 'kilobyte'] },
  { kind: 'data', factor: 1e6, names: ['mb', 'megabyte'] },
  { kind: 'data', factor: 1e9, names: ['gb', 'gigabyte'] },
  { kind: 'data', factor: 1e12, names: ['tb', 'terabyte'] },
  { kind: 'data', factor: 1_024, names: ['kib', 'kibibyte'] },
  { kind: 'data', factor: 1_048_576, names: ['mib', 'mebibyte'] },
  { kind: 'data', factor: 1_073_741_824, names: ['gib', 'gibibyte'] },
  { kind: 'data', factor: 1_099_511_627_776, names: ['tib', 'tebibyte'] },
  { kind: 'energy', factor: 1, names: ['j', 'joule'] },
  { kind: 'energy', factor: 1_000, names: ['kj', 'kilojoule'] },
  { kind: 'energy', factor: 4.184, names: ['cal', 'calorie'] },
  { kind: 'energy', factor: 4_184, names: ['kcal', 'kilocalorie'] },
  { kind: 'energy', factor: 3_600, names: ['wh', 'watt hour'] },
  { kind: 'energy', factor: 3_600_000, names: ['kwh', 'kilowatt hour'] },
  { kind: 'power', factor: 1, names: ['w', 'watt'] },
  { kind: 'power', factor: 1_000, names: ['kw', 'kilowatt'] },
  { kind: 'power', factor: 745.69987158227, names: ['hp', 'horsepower'] },
  { kind: 'pressure', factor: 1, names: ['pa', 'pascal'] },
  { kind: 'pressure', factor: 100, names: ['hpa', 'hectopascal', 'mbar', 'millibar'] },
  { kind: 'pressure', factor: 100_000, names: ['bar'] },
  { kind: 'pressure', factor: 101_325, names: ['atm', 'atmosphere'] },
  { kind: 'pressure', factor: 6_894.757293168, names: ['psi'] },
  { kind: 'temperature', factor: 1, names: ['k', 'kelvin'] },
  { kind: 'temperature', factor: 1, offset: 273.15, names: ['c', '°c', 'celsius', 'degree celsius'] },
  {
    kind: 'temperature',
    factor: 5 / 9,
    offset: 273.15 - 160 / 9,
    names: ['f', '°f', 'fahrenheit', 'degree fahrenheit'],
  },
  { kind: 'angle', factor: 1, names: ['rad', 'radian'] },
  { kind: 'angle', factor: Math.PI / 180, names: ['deg', '°', 'degree'] },
];

const byName = new Map(units.flatMap((unit) => unit.names.map((name) => [name, unit] as const)));

function unitCalled(text: string): Unit {
  const name = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const unit = byName.get(name) ?? byName.get(name.replace(/s$/, '')) ?? byName.get(name.replace(/s /, ' '));
  if (unit) return unit;
  const known = units.map(({ names }) => names[0]).join(', ');
  throw new ToolError(`There is no unit "${text}"; there are ${known}.`);
}

export const unitConvertTool: SharedTool = {
  name: 'unit_convert',
  description:
    'Converts a value between units of length, mass, volume, area, speed, time, data, energy, power, pressure, temperature or angle.',
  source: 'skill:units',
  parameters: {
    type: 'object',
    properties: {
      value: { type: 'number' },
      from: { type: 'string', minLength: 1, maxLength: 40, examples: ['mi'] },
      to: { type: 'string', minLength: 1, maxLength: 40, examples: ['km'] },
    },
    required: ['value', 'from', 'to'],
    additionalProperties: false,
  },
  timeoutMs: 1_000,
  external: false,
  cacheMs: 3_600_000,
  async execute(params) {
    const { value, from, to } = params as { value: number; from: string; to: string };
    const [source, target] = [unitCalled(from), unitCalled(to)];
    if (source.kind !== target.kind)
      throw new ToolError(`"${from}" is a unit of ${source.kind}, "${to}" one of ${target.kind}.`);
    const base = value * source.factor + (source.offset ?? 0);
    if (source.kind === 'temperature' && base < -1e-9) throw new ToolError('That is below absolute zero.');
    const result = Number(((base - (target.offset ?? 0)) / target.factor).toPrecision(12));
    if (!Number.isFinite(result)) throw new ToolError('The result is too large.');
    return { value, from: source.names[0], to: target.names[0], result };
  },
};
