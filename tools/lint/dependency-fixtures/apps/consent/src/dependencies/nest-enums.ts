// refused: nest-by-its-index
import '@nestjs/common/enums/route-paramtypes.enum.js';
