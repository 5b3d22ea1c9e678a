use toolmodel_runtime::Tool;

#[derive(Clone, Copy, Tool)]
union Bits {
    int: u32,
    float: f32,
}

impl serde::Serialize for Bits {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

fn main() {}
