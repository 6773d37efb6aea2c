import { finish, repositoryRoot } from '@tackroom/source-tree';
import { checkLayers } from './check-layers.js';
import { layerTable } from './layer-table.js';

const { files, findings } = checkLayers(repositoryRoot(), layerTable);
finish(`Layers of ${files.length} files`, findings);
