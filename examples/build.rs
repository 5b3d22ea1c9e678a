//! The shortest honest use of toolmodel-build.

fn main() -> Result<(), toolmodel_build::Errors> {
    toolmodel_build::generate("tools/")?;
    Ok(())
}
