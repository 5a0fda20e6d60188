import type { SharedTool } from '../../tools/index.ts';
import { dateAddTool, dateDifferenceTool } from './dates.ts';
import { linearFitTool, statisticsTool } from './statistics.ts';
import { textDiffTool, textExtractTool, textStatisticsTool } from './text.ts';
import { unitConvertTool } from './units.ts';

/** The code behind the bundled skills. A skill is a text; its tools are ours, read and tested like everything else. */
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
