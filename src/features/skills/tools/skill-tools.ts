import type { SharedTool } from '../../tools/index.ts';
import { dateAddTool, dateDifferenceTool } from './dates.ts';
import { linearFitTool, statisticsTool } from './statistics.ts';
import { textDiffTool, textExtractTool, textStatisticsTool } from './text.ts';
import { unitConvertTool } from './units.ts';

/** The code of the bundled skills' tools. A skill itself is a text; its tools are part of the gateway. */
export const skillTools: readonly SharedTool[] = [
  dateAddTool,
  dateDifferenceTool,
  linearFitTool,
  statisticsTool,
  textDiffTool,
  textExtractTool,
  textStatisticsTool,
  unitConvertTool,
];
